/** @returns epoch milliseconds */
export type Now = () => number

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
