// The scopes that an application can ask for. Apart from the calls, so that a page that offers them does not carry every schema.

/** What an application can be told about a person. `openid` is the name that a person has with it alone. */
export const scopes = ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access'] as const
export type Scope = (typeof scopes)[number]
