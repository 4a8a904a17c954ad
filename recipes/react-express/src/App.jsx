import { SignedIn, SignedOut, SignInButton, useApi, UserButton, useUser } from '@countersign/react'
import { useState } from 'react'

export const App = () => (
  <main>
    <SignedOut>
      <SignInButton />
    </SignedOut>
    <SignedIn>
      <UserButton />
      <Greeting />
    </SignedIn>
  </main>
)

function Greeting() {
  const user = useUser()
  const api = useApi()
  const [message, setMessage] = useState('')
  const callApi = async () => {
    try {
      const response = await api('/me')
      const answer = await response.json()
      setMessage(response.ok ? answer.message : answer.error_description)
    } catch (error) {
      setMessage(error.message)
    }
  }
  return (
    <>
      <h1 style={{ overflowWrap: 'anywhere' }}>Hello {user.name ?? user.wallet?.address ?? user.sub}</h1>
      <button onClick={callApi}>Call the API</button>
      <output>{message}</output>
    </>
  )
}
