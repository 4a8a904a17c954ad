import { expect, test } from 'vitest'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { describeApplicationConnection } from './describe-application-connection.ts'

test.each(['https://sign-in.example', 'https://localhost:4200'])(
  'forward-auth URLs for a server with the origin %s use its listening port',
  (origin) => {
    const completed = validateAndFillApplicationDefinition({
      id: 'wiki',
      name: 'Wiki',
      kind: 'site',
      hosts: ['wiki.example'],
    })
    if (completed.outcome === 'invalid') throw new Error(JSON.stringify(completed.errors))
    expect(describeApplicationConnection({ origin, port: 4299 }, completed.definition, null)).toMatchObject({
      'Caddy, Traefik and HAProxy ask at': 'http://127.0.0.1:4299/forward-auth',
      'nginx asks at': 'http://127.0.0.1:4299/forward-auth/nginx',
    })
  },
)
