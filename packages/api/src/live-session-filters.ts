// Filters of the list of live sessions.

/** Operating systems as far as a browser's `User-Agent` states them. */
export const sessionOperatingSystems = ['windows', 'macos', 'linux', 'android', 'iphone', 'ipad'] as const
export type SessionOperatingSystem = (typeof sessionOperatingSystems)[number]

/** Minimum ages of sessions, in days. Query parameters are strings. */
export const sessionAgeFilterDays = ['1', '7', '30'] as const
export type SessionAgeFilterDays = (typeof sessionAgeFilterDays)[number]
