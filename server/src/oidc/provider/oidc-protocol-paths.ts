// Protocol paths, in a separate file so that importing them does not load the provider.

export const oidcProtocolPaths = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  introspection: '/introspect',
  revocation: '/revoke',
  pushed_authorization_request: '/par',
  device_authorization: '/device/authorize',
  // The page for entering a device code; part of the front end, not of the provider.
  code_verification: '/device',
  end_session: '/end-session',
  registration: '/register',
} as const
