// Payloads that take over or falsify a page if they are not treated as text (THREATS N4). Those
// that can run code set `taken` on the window.

export const xssPayloads = [
  '<img src=x onerror="window.taken=1">',
  '"><script>window.taken=1</script>',
  '<svg/onload=window.taken=1>',
  "');window.taken=1;//",
  'javascript:window.taken=1',
  '<iframe srcdoc="<script>parent.taken=1</script>">',
  '<a href="javascript:window.taken=1" autofocus onfocus="window.taken=1">x</a>',
  '{{constructor.constructor("window.taken=1")()}}',
  '${window.taken=1}',
  '<style>*{display:none!important}</style>',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/">',
] as const

/** Names that are misleading, invisible or too long. */
export const deceptiveDisplayNames = [
  'Wallet \u202Eknab ruoy',
  '\u2066\u200B\u200D\uFEFF',
  'A'.repeat(5_000),
  'W'.repeat(300) + ' ' + 'i'.repeat(300),
  'two\nlines\tand\u0000more',
  'Z\u0351\u036B\u0343\u036A\u0302'.repeat(40),
] as const

/** Icons that are not data URL images. */
export const maliciousWalletIconUrls = [
  'javascript:window.taken=1',
  'https://elsewhere.example/icon.png',
  '//elsewhere.example/icon.png',
  'data:text/html,<script>parent.taken=1</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="parent.taken=1"><script>parent.taken=1</script><image href="https://elsewhere.example/i.png"/></svg>',
  'data:image/png;base64,AAAA',
  `data:image/png,${'A'.repeat(300_000)}`,
  'blob:https://elsewhere.example/1',
] as const
