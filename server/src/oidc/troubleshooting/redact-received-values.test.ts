import { expect, test } from 'vitest'
import { describeUrlDifference, findNearestUrl } from './find-nearest-url.ts'
import { redactText, redactUrl } from './redact-received-values.ts'

const secret = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6'
const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLXNpZ25hdHVyZQ'

test.each([
  ['https://app.example/cb', 'https://app.example/cb'],
  ['https://app.example/cb?code=abc&state=s&flag', 'https://app.example/cb?code=...&state=...&flag'],
  ['https://app.example/cb#access_token=abc', 'https://app.example/cb#...'],
  ['https://user:password@app.example/', 'https://(hidden)@app.example/'],
  [`https://app.example/reset/${secret}`, 'https://app.example/reset/(hidden)'],
  [`https://app.example/?${secret}`, 'https://app.example/?(hidden)'],
  ['com.example.app:/callback', 'com.example.app:/callback'],
  ['https://app.example/\u202e\n<b>', 'https://app.example/\\u{202e}\\u{a}<b>'],
])('O34: the URL %j is stored as %j', (url, expected) => {
  expect(redactUrl(url)).toBe(expected)
})

test.each([
  ['openid profile', 'openid profile'],
  [`openid ${secret}`, 'openid (hidden)'],
  [jwt, '(hidden)'],
  ['a\u0000b\u001b[2J', 'a\\u{0}b\\u{1b}[2J'],
])('O34: the text %j is stored as %j', (text, expected) => {
  expect(redactText(text)).toBe(expected)
})

test('O34: stored values have at most 300 characters of the request', () => {
  expect(redactText('x '.repeat(1000))).toMatch(/^(x ){150}… \(2000 characters\)$/)
  expect(redactUrl(`https://app.example/${'a/'.repeat(1000)}`).length).toBeLessThan(330)
})

test('O34: stored values stay short if every character is escaped', () => {
  for (const text of ['\u{10ffff}'.repeat(1000), '\u0000'.repeat(1000)]) {
    expect(redactText(text).length).toBeLessThan(350)
    expect(redactUrl(text).length).toBeLessThan(350)
  }
})

test.each([
  ['http://app.example/cb', 'https://app.example/cb', ['the scheme is http instead of https']],
  ['https://app.example/cb/', 'https://app.example/cb', ['the path has an additional slash at the end']],
  ['https://app.example/cb', 'https://app.example/cb/', ['the slash at the end of the path is missing']],
  ['https://app.example/CB', 'https://app.example/cb', ['the path differs in upper and lower case']],
  ['https://app.example:8443/cb', 'https://app.example/cb', ['the port differs']],
  [
    'https://www.app.example/x?y',
    'https://app.example/cb',
    ['the host differs', 'the path differs', 'the query differs'],
  ],
  ['HTTPS://app.example/cb', 'https://app.example/cb', ['the spelling differs']],
  ['callback', 'https://app.example/cb', ['it is not an absolute URL']],
])('the difference between %s and %s is described', (sent, registered, expected) => {
  expect(describeUrlDifference(sent, registered)).toEqual(expected)
})

test('the most similar registered URL is found', () => {
  const registered = ['https://other.example/cb', 'https://app.example/login', 'https://app.example/callback']
  expect(findNearestUrl('http://app.example/callback', registered)).toBe('https://app.example/callback')
  expect(findNearestUrl('https://app.example/log-in', registered)).toBe('https://app.example/login')
  expect(findNearestUrl('https://app.example/', [])).toBeNull()
})
