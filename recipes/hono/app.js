import { serve } from '@hono/node-server'
import { sessions } from '@countersign/node/hono'
import { Hono } from 'hono'
import { html } from 'hono/html'

const app = new Hono()
const auth = sessions()

app.route('/', auth.routes)

app.get('/', auth.optional, (c) => {
  const user = c.get('user')
  return c.html(
    user
      ? html`<h1>Hello ${user.name ?? user.wallet?.address ?? user.sub}</h1>
          <a href="/me">My data</a>
          <form method="post" action="/auth/sign-out"><button>Sign out</button></form>`
      : html`<a href="/auth/sign-in">Sign in</a>`,
  )
})

app.get('/me', auth.required, (c) => c.json(c.get('user')))

const { port, origin } = new URL(process.env.COUNTERSIGN_APP_URL)
serve({ fetch: app.fetch, port: Number(port), hostname: 'localhost' }, () => console.log(`Open ${origin}`))
