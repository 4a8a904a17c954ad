// The languages that the screens speak.

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]
