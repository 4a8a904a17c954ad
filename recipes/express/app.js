import express from 'express'
import { sessions } from '@countersign/node/express'

const app = express()
const auth = sessions()
app.use(auth.routes)
app.get('/', auth.optional, ({ user }, response) =>
  response.send(
    user
      ? '<a href="/me">My data</a> <form method="post" action="/auth/sign-out"><button>Sign out</button></form>'
      : '<a href="/auth/sign-in">Sign in</a>',
  ),
)
app.get('/me', auth.required, ({ user }, response) => response.json(user))
app.listen(new URL(process.env.COUNTERSIGN_APP_URL).port)
