// What belongs to which row of a list, by its path.
/** Whether a path is that of a thing, or of one of its tabs. */
export const isUrlPathWithin = (path: string, thing: string): boolean => path === thing || path.startsWith(`${thing}/`)
