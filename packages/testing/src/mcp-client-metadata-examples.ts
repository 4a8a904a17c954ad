// Client ID metadata documents of popular MCP clients. Only the URLs of the documents are made up.

export interface McpClientMetadata {
  client: string
  source: string
  /** Creates the document. @param id the URL of the document */
  document: (id: string) => Record<string, unknown>
  /** Returns the redirect URI for a port. @param port the port that the client's machine chose */
  redirectUri: (port: number) => string
  usesAnyPort: boolean
}

const code = { response_types: ['code'], token_endpoint_auth_method: 'none' }
const withRefresh = { ...code, grant_types: ['authorization_code', 'refresh_token'] }

export const mcpClientMetadataExamples: readonly McpClientMetadata[] = [
  {
    client: 'Claude Code',
    source: 'https://github.com/anthropics/claude-code/issues/42301, /37747 and /64705',
    document: (client_id) => ({
      client_id,
      client_name: 'Claude Code',
      client_uri: 'https://claude.ai',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...withRefresh,
    }),
    redirectUri: (port) => `http://localhost:${port}/callback`,
    usesAnyPort: true,
  },
  {
    client: 'Zed',
    // The redirect URI is from the source. The grant types are assumed, because Zed's client
    // refreshes tokens.
    source: 'CIMD_URL in crates/context_server/src/oauth.rs of https://github.com/zed-industries/zed',
    document: (client_id) => ({
      client_id,
      client_name: 'Zed',
      client_uri: 'https://zed.dev',
      logo_uri: 'https://zed.dev/img/logo.png',
      redirect_uris: ['http://127.0.0.1/callback'],
      ...withRefresh,
    }),
    redirectUri: (port) => `http://127.0.0.1:${port}/callback`,
    usesAnyPort: true,
  },
  {
    client: 'Kiro',
    source: 'made up: no published document was found; its client listens on localhost',
    document: (client_id) => ({
      client_id,
      client_name: 'Kiro',
      redirect_uris: ['http://localhost/oauth/callback'],
      ...withRefresh,
    }),
    redirectUri: (port) => `http://localhost:${port}/oauth/callback`,
    usesAnyPort: true,
  },
  {
    client: 'Codex',
    source: 'https://developers.openai.com/codex/mcp (a document for each callback id)',
    document: (client_id) => ({
      client_id,
      client_name: 'Codex',
      client_uri: 'https://chatgpt.com/codex',
      logo_uri: 'https://persistent.oaistatic.com/sonic/misc/openai-logo.png',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback/4-bzS8rt42zJ', 'http://localhost/callback/4-bzS8rt42zJ'],
      token_endpoint_auth_methods_supported: ['none'],
      ...withRefresh,
    }),
    redirectUri: (port) => `http://127.0.0.1:${port}/callback/4-bzS8rt42zJ`,
    usesAnyPort: true,
  },
  {
    client: 'Visual Studio Code',
    source: 'https://github.com/microsoft/vscode/issues/298300 and pull request 252226',
    document: (client_id) => ({
      client_id,
      client_name: 'Visual Studio Code',
      client_uri: 'https://vscode.dev/product',
      logo_uri: 'https://code.visualstudio.com/assets/branding/code-stable.png',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      ...code,
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    }),
    redirectUri: (port) => `http://127.0.0.1:${port}/`,
    usesAnyPort: true,
  },
  {
    client: 'Visual Studio Code in a browser',
    source: 'https://github.com/microsoft/vscode/issues/298300 and pull request 252226',
    document: (client_id) => ({
      client_id,
      client_name: 'Visual Studio Code',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      ...withRefresh,
    }),
    redirectUri: () => 'https://vscode.dev/redirect',
    usesAnyPort: false,
  },
  {
    client: 'Cursor',
    // Cursor does not publish a document yet. These are the redirect URIs that it registers. A
    // server cannot know which program receives the first one.
    source:
      'made up from the addresses in https://github.com/koala73/worldmonitor/issues/8303 and https://cursor.com/docs/context/mcp',
    document: (client_id) => ({
      client_id,
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'http://localhost:8787/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
      ],
      ...withRefresh,
    }),
    redirectUri: () => 'http://localhost:8787/callback',
    usesAnyPort: false,
  },
  {
    client: 'OpenCode',
    source: 'https://github.com/anomalyco/opencode/pull/47737',
    document: (client_id) => ({
      client_id,
      client_name: 'opencode',
      client_uri: 'https://opencode.ai',
      logo_uri: 'https://opencode.ai/web-app-manifest-512x512.png',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
      token_endpoint_auth_methods_supported: ['none'],
      ...withRefresh,
    }),
    redirectUri: (port) => `http://127.0.0.1:${port}/callback`,
    usesAnyPort: true,
  },
  {
    client: 'GitHub Copilot CLI',
    // The document has the default grant types (RFC 7591 §2), so this client gets no refresh
    // tokens.
    source: 'https://github.com/github/copilot-cli/issues/4901 and /4793',
    document: (client_id) => ({
      client_id,
      client_name: 'GitHub Copilot CLI',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1:33418/'],
    }),
    redirectUri: (port) => `http://127.0.0.1:${port}/`,
    usesAnyPort: true,
  },
  {
    client: 'goose',
    source: 'https://github.com/aaif-goose/goose/pull/8550',
    document: (client_id) => ({
      client_id,
      client_name: 'goose',
      redirect_uris: ['http://127.0.0.1/oauth_callback', 'http://[::1]/oauth_callback'],
      ...code,
      grant_types: ['authorization_code'],
    }),
    redirectUri: (port) => `http://[::1]:${port}/oauth_callback`,
    usesAnyPort: true,
  },
  {
    client: 'claude.ai',
    // The URLs are from the source. The other members are made up.
    source: 'https://github.com/anthropics/claude-ai-mcp/issues/518 and /124',
    document: (client_id) => ({
      client_id,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...code,
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
    }),
    redirectUri: () => 'https://claude.ai/api/mcp/auth_callback',
    usesAnyPort: false,
  },
  {
    client: 'ChatGPT',
    source: 'https://github.com/openstatusHQ/openstatus/pull/2657 and https://developers.openai.com/plugins/build/auth',
    document: (client_id) => ({
      client_id,
      client_name: 'ChatGPT',
      client_uri: 'https://chatgpt.com/',
      logo_uri: 'https://persistent.oaistatic.com/sonic/misc/openai-logo.png',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: new URL('/oauth/jwks.json', client_id).href,
    }),
    redirectUri: () => 'https://chatgpt.com/connector_platform_oauth_redirect',
    usesAnyPort: false,
  },
]
