// The server's origin is https, but requests reach it without TLS, as behind a proxy.

export const toHttpsOrigin = (address: string): string => address.replace(/^http:/, 'https:')

/** Maps https localhost URLs to http; all others stay unchanged. */
export const toLocalUrlWithoutTls = (url: string): string => url.replace(/^https:(?=\/\/localhost:)/, 'http:')
