// The form of an e-mail address, as narrow as mail needs it: letters without quotes, comments, spaces and line breaks (RFC 5321 §4.1.2, its
// Dot-string), so that nothing in it can become a header or a second recipient (THREATS P15).
const localPart = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const domainLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const emailPattern = new RegExp(`^${localPart}@(?:${domainLabel}\\.)+${domainLabel}$`)

/** RFC 5321 §4.5.3.1. */
export const maxEmailLength = 254

export const isEmailAddress = (text: string): boolean =>
  text.length <= maxEmailLength && text.indexOf('@') <= 64 && emailPattern.test(text)

const emailDomainPattern = new RegExp(`^(?:${domainLabel}\\.)+${domainLabel}$`)

/** The name of a domain of which addresses can be. */
export const isEmailDomain = (text: string): boolean => text.length <= 200 && emailDomainPattern.test(text)
