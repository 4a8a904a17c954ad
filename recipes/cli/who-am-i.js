import { signInFromTerminal } from '@countersign/node/terminal'

const { user, accessToken } = await signInFromTerminal({ scope: 'openid profile wallet' })
console.log(`Signed in as ${user.name ?? user.sub}.`)

const headers = { authorization: `Bearer ${accessToken}` }
const response = await fetch(`${process.env.COUNTERSIGN_ISSUER}/userinfo`, { headers })
console.log(await response.json())
