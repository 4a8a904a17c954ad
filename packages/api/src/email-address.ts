// The form of an e-mail address, as narrow as mail needs it: letters without quotes, comments, spaces and line breaks (RFC 5321 §4.1.2, its
// Dot-string), so that nothing in it can become a header or a second recipient (THREATS P15).
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const form = new RegExp(`^${local}@(?:${label}\\.)+${label}$`)

/** RFC 5321 §4.5.3.1. */
export const longestEmail = 254

export const isEmailAddress = (text: string): boolean =>
  text.length <= longestEmail && text.indexOf('@') <= 64 && form.test(text)

const domainForm = new RegExp(`^(?:${label}\\.)+${label}$`)

/** The name of a domain of which addresses can be. */
export const isMailDomain = (text: string): boolean => text.length <= 200 && domainForm.test(text)
