import type { Client } from 'oidc-provider'

export type OidcClientWithCountersignMetadata = Client & {
  countersign_pkce?: string
  countersign_profile?: string
  countersign_subject_type?: 'public' | 'pairwise'
  countersign_any_loopback_port?: boolean
  countersign_first_party?: boolean
}
