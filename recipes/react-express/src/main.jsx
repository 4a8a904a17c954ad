import { CountersignProvider } from '@countersign/react'
import '@countersign/react/styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.jsx'

const { VITE_COUNTERSIGN_ISSUER, VITE_COUNTERSIGN_CLIENT_ID, VITE_COUNTERSIGN_API } = import.meta.env

createRoot(document.getElementById('root')).render(
  <CountersignProvider
    issuer={VITE_COUNTERSIGN_ISSUER}
    clientId={VITE_COUNTERSIGN_CLIENT_ID}
    api={VITE_COUNTERSIGN_API}
    apiScopes="api"
  >
    <App />
  </CountersignProvider>,
)
