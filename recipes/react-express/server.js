// The API, and the page during development. In production, serve the output of `vite build` instead.
import { createServer } from 'node:http'
import { protect } from '@countersign/node/express'
import express from 'express'
import { createServer as createViteServer } from 'vite'

const app = express()
const api = protect({ scopes: ['api'] })

app.use(api.metadata)
app.use('/api', api)
app.get('/api/me', ({ user }, response) => response.json({ message: `The API knows you as ${user.sub}.` }))

const server = createServer(app)
const vite = await createViteServer({ server: { middlewareMode: true, hmr: { server } } })
app.use(vite.middlewares)
const { port, origin } = new URL(process.env.COUNTERSIGN_AUDIENCE)
server.listen(port, 'localhost', () => console.log(`Open ${origin}`))
