// A site with https before which no proxy stands (TLS termination): its origin is https, as the server's settings have it, and requests for it go to the
// same port of this machine without TLS, as they do behind a proxy that has ended it.

/** The origin of a site that listens at an address of this machine, as people behind a proxy that ends TLS know it. */
export const toHttpsOrigin = (address: string): string => address.replace(/^http:/, 'https:')

/** Where that proxy sends a request for a site on this machine; whatever is not behind one is asked where it says. */
export const toLocalUrlWithoutTls = (url: string): string => url.replace(/^https:(?=\/\/localhost:)/, 'http:')
