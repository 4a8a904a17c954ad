// Only Dot-strings (RFC 5321 §4.1.2), which cannot inject a header or recipient (THREATS P15).
const localPart = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const domainLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const emailPattern = new RegExp(`^${localPart}@(?:${domainLabel}\\.)+${domainLabel}$`)

/** RFC 5321 §4.5.3.1. */
export const maxEmailLength = 254

export const isEmailAddress = (text: string): boolean =>
  text.length <= maxEmailLength && text.indexOf('@') <= 64 && emailPattern.test(text)

const emailDomainPattern = new RegExp(`^(?:${domainLabel}\\.)+${domainLabel}$`)

export const isEmailDomain = (text: string): boolean => text.length <= 200 && emailDomainPattern.test(text)
