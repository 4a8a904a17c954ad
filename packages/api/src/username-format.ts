// What a user name may be (the claim `preferred_username`): so narrow that every known program takes it as a login name, a folder and a
// local part, and that few letters look like others (homographs, THREATS P11).

/** The longest that every known program keeps whole. */
export const maxUsernameLength = 30

/** As a JSON schema has it. */
export const usernamePattern = '^[a-z][a-z0-9_-]{1,29}$'

const form = new RegExp(usernamePattern)

export const isUsername = (text: string): boolean => form.test(text)
