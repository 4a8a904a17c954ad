import express from 'express'
import { sessions } from '@countersign/node/express'

const signIn = '<a href="/auth/sign-in">Sign in</a>'
const signOut = '<form method="post" action="/auth/sign-out"><button>Sign out</button></form>'

const app = express()
const auth = sessions()
app.use(auth.routes)
app.get('/', auth.optional, ({ user }, response) =>
  response.send(user ? `<a href="/me">My data</a> ${signOut}` : signIn),
)
app.get('/me', auth.required, ({ user }, response) => response.json(user))
const { port, origin } = new URL(process.env.COUNTERSIGN_APP_URL)
app.listen(port, 'localhost', () => console.log(`Open ${origin}`))
