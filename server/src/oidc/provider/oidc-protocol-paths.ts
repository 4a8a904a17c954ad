// Where the protocol is served. Apart from the provider, so that what only tells the addresses does not load it.

/** The addresses of the protocol, under the issuer. */
export const oidcProtocolPaths = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  introspection: '/introspect',
  revocation: '/revoke',
  pushed_authorization_request: '/par',
  device_authorization: '/device/authorize',
  // The page where a person enters the code of a device; served as a screen, not by the provider.
  code_verification: '/device',
  end_session: '/end-session',
  registration: '/register',
} as const
