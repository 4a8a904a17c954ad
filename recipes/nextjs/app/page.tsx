import { auth } from '../lib/auth'

export default async function Page() {
  const user = await auth.user()
  if (user === null) return <a href="/auth/sign-in">Sign in</a>
  return (
    <main>
      <h1 style={{ overflowWrap: 'anywhere' }}>Hello {user.name ?? user.wallet?.address ?? user.sub}</h1>
      <a href="/api/me">My data</a>
      <form method="post" action="/auth/sign-out">
        <button>Sign out</button>
      </form>
    </main>
  )
}
