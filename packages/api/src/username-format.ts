// Known programs accept such login, directory and email names; few look alike (THREATS P11).

/** No known program truncates a name of this length. */
export const maxUsernameLength = 30

export const usernamePattern = '^[a-z][a-z0-9_-]{1,29}$'

const form = new RegExp(usernamePattern)

export const isUsername = (text: string): boolean => form.test(text)
