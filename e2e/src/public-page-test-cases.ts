export const publicPageTestCases = [
  { name: 'front', path: '/', title: 'Sign in without a password' },
  { name: 'signed out', path: '/signed-out', title: 'You’re signed out' },
  { name: 'session ended', path: '/signed-out?reason=ended', title: 'Your session has ended' },
  {
    name: 'session of a contract wallet ended',
    path: '/signed-out?reason=contract-ended',
    title: 'Your session has ended',
  },
  { name: 'deleted', path: '/signed-out?reason=erased', title: 'Your account was deleted' },
  { name: 'lost', path: '/lost', title: 'If you lose access' },
  {
    name: 'error',
    path: '/error?code=challenge.invalid',
    title: 'This sign-in request has expired or was already used.',
  },
  { name: 'unknown error', path: '/error?code=made.up', title: 'Something went wrong.' },
  { name: 'inspector', path: '/inspector', title: 'Inspector' },
  { name: 'inspector, sound and signed', path: '/inspector#example=signed', title: 'Inspector' },
  { name: 'inspector, one fault', path: '/inspector#example=message.character_foreign', title: 'Inspector' },
  { name: 'inspector, Solana', path: '/inspector#example=signed-solana', title: 'Inspector' },
  { name: 'inspector, Bitcoin, the old way', path: '/inspector#example=signed-bitcoin-old', title: 'Inspector' },
  { name: 'inspector, composing', path: '/inspector#compose', title: 'Inspector' },
  { name: 'not found', path: '/nothing/here', title: 'Page not found' },
] as const

export const testUserAgents = {
  firefoxOnLinux: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  firefoxOnWindows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safariOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  safariOnPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  chromeOnAndroid:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  unknown: 'curl/8.5.0',
} as const
