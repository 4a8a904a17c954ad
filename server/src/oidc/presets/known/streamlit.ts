import type { ApplicationPreset } from '../application-preset-types.ts'

export const streamlit: ApplicationPreset = {
  id: 'streamlit',
  name: 'Streamlit',
  category: 'libraries',
  description: 'Python data applications, with st.login.',
  settingsLocation: '.streamlit/secrets.toml',
  address: 'https://data.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2callback'],
    postLogoutUris: ['{address}/oauth2callback'],
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    claimsIn: '`st.user` contains only ID token claims.',
    idTokenAlgorithm: 'Tested with ES256.',
    postLogoutUris: 'After sign-out, it returns to its redirect URI.',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'redirect_uri', value: '{redirect}' },
    { name: 'client_id', value: '{client_id}' },
    { name: 'client_secret', value: '{client_secret}' },
    { name: 'server_metadata_url', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'client_kwargs.scope', value: '{scopes}', explanation: 'The default is `openid email profile`.' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'toml',
    text: `[auth]
redirect_uri = "{redirect}"
cookie_secret = "{session_secret}"
client_id = "{client_id}"
client_secret = "{client_secret}"
server_metadata_url = "{issuer}/.well-known/openid-configuration"
client_kwargs = { scope = "{scopes}", code_challenge_method = "S256" }`,
  },
  notes: [
    '`cookie_secret` signs its cookies: a random text, such as the output of `openssl rand -hex 32`.',
    'Install `Authlib` and `httpx` with Streamlit; without `httpx`, `/auth/login` returns 500.',
    'Streamlit sends `prompt=select_account`: people prove their wallet at every sign-in.',
    '**Names**: identify people by `st.user.sub`, which every person has and which never changes. Use `st.user.get("preferred_username")` only for display.',
    '**Groups**: `if "staff" not in st.user.get("groups", []): st.stop()`; or `--allowed-group staff` at Countersign, which shows a page with the reason before people reach the application.',
    '`st.logout()` redirects to `/end-session` and returns to the redirect URI.',
  ],
  sections: [
    {
      title: 'In the application',
      parts: [
        {
          language: 'python',
          text: `import streamlit as st

if not st.user.is_logged_in:
    st.button("Sign in", on_click=st.login)
    st.stop()
st.write(f"Hello {st.user.get('preferred_username') or st.user.sub}")
st.button("Sign out", on_click=st.logout)`,
        },
      ],
    },
  ],
  verification: { how: 'script' },
}
