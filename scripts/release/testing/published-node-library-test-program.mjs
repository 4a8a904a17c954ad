// Uses every entry of the installed @countersign/node against a sign-in server in this process.
import { createServer } from 'node:http'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import * as core from '@countersign/node'
import * as onExpress from '@countersign/node/express'
import * as onFastify from '@countersign/node/fastify'
import * as onHono from '@countersign/node/hono'
import * as onNext from '@countersign/node/next'
import { signInFromTerminal } from '@countersign/node/terminal'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const seconds = Math.floor(Date.now() / 1000)
let nonce

const issuerServer = createServer((request, response) => void answerAsIssuer(request, response))

async function answerAsIssuer(request, response) {
  const send = (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  switch (new URL(request.url, issuer).pathname) {
    case '/.well-known/openid-configuration':
      return send({
        issuer,
        ...Object.fromEntries(
          ['authorize', 'token', 'userinfo', 'end-session'].map((name) => [
            { authorize: 'authorization_endpoint', 'end-session': 'end_session_endpoint' }[name] ?? `${name}_endpoint`,
            `${issuer}/${name}`,
          ]),
        ),
        device_authorization_endpoint: `${issuer}/device`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256'],
      })
    case '/jwks':
      return send({ keys: [{ ...(await exportJWK(publicKey)), kid: 'current', alg: 'ES256' }] })
    case '/userinfo':
      return send({ sub: 'alice', name: 'Alice' })
    case '/device':
      return send({ device_code: 'a', user_code: 'b', verification_uri: `${issuer}/c`, expires_in: 60, interval: 0.01 })
    case '/token':
      return send({
        access_token: 'opaque',
        token_type: 'Bearer',
        expires_in: 300,
        scope: 'openid profile',
        id_token: await sign('JWT', { aud: 'shop', ...(nonce && { nonce }) }),
      })
    default:
      return response.writeHead(404).end()
  }
}
await new Promise((resolve) => issuerServer.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${issuerServer.address().port}`
const audience = 'https://api.shop.example/'

const sign = (typ, claims) =>
  new SignJWT({ iss: issuer, sub: 'alice', iat: seconds, exp: seconds + 300, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'current', typ })
    .sign(privateKey)

const token = await sign('at+jwt', { aud: audience, client_id: 'shop', jti: 'a', scope: 'api' })
const headers = { authorization: `Bearer ${token}` }
const apiOptions = { issuer, audience, scopes: ['api'] }

async function callWithEachFramework() {
  const app = express()
  app.get('/me', onExpress.protect(apiOptions), (request, response) => response.json(request.user))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const fastifyApp = fastify()
  fastifyApp.get('/me', { onRequest: onFastify.protect(apiOptions) }, async (request) => request.user)
  const honoApp = new Hono().get('/me', onHono.protect(apiOptions), (c) => c.json(c.get('user')))
  const next = onNext.protect(apiOptions).handler((request) => Response.json(request.user))
  const users = {
    core: await core.protect(apiOptions).authenticate(new Request(`${audience}me`, { headers })),
    express: await (await fetch(`http://127.0.0.1:${server.address().port}/me`, { headers })).json(),
    fastify: (await fastifyApp.inject({ url: '/me', headers })).json(),
    hono: await (await honoApp.request('/me', { headers })).json(),
    next: await (await next(new Request(`${audience}me`, { headers }))).json(),
  }
  await new Promise((resolve) => server.close(resolve))
  return Object.fromEntries(Object.entries(users).map(([name, user]) => [name, (user.user ?? user).sub]))
}

async function signInToSite() {
  const secret = 'a-secret-of-at-least-32-characters'
  const auth = core.sessions({
    issuer,
    clientId: 'shop',
    clientSecret: secret,
    secret,
    appUrl: 'http://localhost:4000',
  })
  const started = await auth.handle(new Request('http://localhost:4000/auth/sign-in'))
  const authorization = new URL(started.headers.get('location'))
  nonce = authorization.searchParams.get('nonce')
  const callback = `http://localhost:4000/auth/callback?code=a&state=${authorization.searchParams.get('state')}`
  const cookieOf = (response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  const done = await auth.handle(new Request(callback, { headers: { cookie: cookieOf(started) } }))
  const { user } = await auth.authenticate(
    new Request('http://localhost:4000/', { headers: { cookie: cookieOf(done) } }),
  )
  nonce = undefined
  return user?.name
}

const options = { issuer, clientId: 'shop', scope: 'openid profile', flow: 'device', print: () => undefined }
const result = {
  apis: await callWithEachFramework(),
  site: await signInToSite(),
  terminal: (await signInFromTerminal(options)).user.name,
}
issuerServer.closeAllConnections()
issuerServer.close()
console.log(JSON.stringify(result))
