// Reverse proxy configurations to copy, as in docs/guides/forward-auth.md; tests run them.

const exampleAddresses = { host: 'wiki.example', server: '127.0.0.1:3000' } as const

const configurationTemplates = {
  Caddy: `wiki.example {
	route {
		@removing header_regexp Connection (?i)remote
		respond @removing 400

		reverse_proxy /.countersign/* 127.0.0.1:3000

		request_header -Remote*
		forward_auth 127.0.0.1:3000 {
			uri /forward-auth
			copy_headers Remote-User Remote-Name Remote-Groups Remote-Wallet Remote-Email
		}

		reverse_proxy 127.0.0.1:8080
	}
}
`,
  nginx: `map $http_upgrade $countersign_upgrade {
  default '';
  ~*^websocket$ websocket;
}

map $countersign_upgrade $countersign_connection {
  default '';
  websocket upgrade;
}

server {
  listen 443 ssl;
  server_name wiki.example;
  ssl_certificate /etc/ssl/wiki.example.pem;
  ssl_certificate_key /etc/ssl/wiki.example.key;
  ignore_invalid_headers on;
  underscores_in_headers off;

  location /.countersign/ {
    proxy_pass http://127.0.0.1:3000;
    proxy_set_header Host wiki.example;
    proxy_set_header X-Forwarded-Host wiki.example;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;
  }

  location = /.countersign-check {
    internal;
    proxy_pass http://127.0.0.1:3000/forward-auth/nginx;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header X-Forwarded-Host wiki.example;
    proxy_set_header X-Forwarded-Uri $request_uri;
    proxy_set_header X-Forwarded-Method $request_method;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
  }

  location @countersign_sign_in {
    if ($countersign_sign_in = "") {
      return 401;
    }
    return 302 $countersign_sign_in;
  }

  location @countersign_refused {
    rewrite ^ /forward-auth break;
    proxy_pass http://127.0.0.1:3000;
    proxy_method GET;
    proxy_pass_request_body off;
    proxy_set_header Content-Length "";
    proxy_set_header X-Forwarded-Host wiki.example;
    proxy_set_header X-Forwarded-Uri $request_uri;
    proxy_set_header X-Forwarded-Method $request_method;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
  }

  location / {
    auth_request /.countersign-check;
    auth_request_set $countersign_sign_in $upstream_http_location;
    auth_request_set $remote_user_is $upstream_http_remote_user;
    auth_request_set $remote_name_is $upstream_http_remote_name;
    auth_request_set $remote_groups_are $upstream_http_remote_groups;
    auth_request_set $remote_wallet_is $upstream_http_remote_wallet;
    auth_request_set $remote_email_is $upstream_http_remote_email;
    error_page 401 = @countersign_sign_in;
    error_page 403 = @countersign_refused;

    proxy_pass http://127.0.0.1:8080;
    proxy_http_version 1.1;
    proxy_set_header Upgrade $countersign_upgrade;
    proxy_set_header Connection $countersign_connection;
    proxy_set_header Host wiki.example;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Remote-User $remote_user_is;
    proxy_set_header Remote-Name $remote_name_is;
    proxy_set_header Remote-Groups $remote_groups_are;
    proxy_set_header Remote-Wallet $remote_wallet_is;
    proxy_set_header Remote-Email $remote_email_is;
  }
}
`,
  HAProxy: `global
  lua-load /etc/haproxy/countersign.lua

defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s

frontend wiki
  bind :443 ssl crt /etc/haproxy/wiki.example.pem
  http-request del-header ^[Rr][Ee][Mm][Oo][Tt][Ee][^A-Za-z0-9] -m reg
  http-request deny deny_status 400 if { req.hdr(connection) -m sub -i remote }
  http-request deny unless { req.hdr(host) -m str wiki.example }
  http-request set-header X-Forwarded-Host wiki.example
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
  acl own path_beg /.countersign/
  http-request lua.countersign http://127.0.0.1:3000/forward-auth if !own
  use_backend countersign if own
  default_backend pages

backend countersign
  server countersign 127.0.0.1:3000

backend pages
  server pages 127.0.0.1:8080
`,
  Traefik: `http:
  middlewares:
    countersign:
      forwardAuth:
        address: http://127.0.0.1:3000/forward-auth
        trustForwardHeader: false
        maxResponseBodySize: 1048576
        authResponseHeadersRegex: "(?i)^remote[^a-z0-9]"
  routers:
    wiki:
      rule: Host(\`wiki.example\`)
      middlewares: [countersign]
      service: wiki
      tls: {}
    wiki-countersign:
      rule: Host(\`wiki.example\`) && PathPrefix(\`/.countersign/\`)
      priority: 1000
      service: countersign
      tls: {}
  services:
    wiki:
      loadBalancer:
        servers: [{ url: http://127.0.0.1:8080 }]
    countersign:
      loadBalancer:
        servers: [{ url: http://127.0.0.1:3000 }]
`,
  Envoy: `http_filters:
  - name: envoy.filters.http.header_mutation
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
      mutations:
        request_mutations:
          - remove_on_match: { key_matcher: { safe_regex: { regex: "remote[^a-z0-9].*" } } }
  - name: envoy.filters.http.ext_authz
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz
      failure_mode_allow: false
      allowed_headers:
        patterns:
          - exact: cookie
          - exact: accept
          - exact: accept-language
          - exact: sec-fetch-mode
          - exact: x-requested-with
          - exact: access-control-request-method
      http_service:
        path_prefix: /forward-auth/envoy
        server_uri: { uri: http://127.0.0.1:3000, cluster: countersign, timeout: 5s }
        authorization_response:
          allowed_upstream_headers:
            patterns: [{ prefix: remote- }]
          allowed_client_headers:
            patterns:
              - exact: location
              - exact: content-type
              - exact: content-security-policy
              - exact: cache-control
  - name: envoy.filters.http.router
    typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
common_http_protocol_options: { headers_with_underscores_action: REJECT_REQUEST }
route_config:
  virtual_hosts:
    - name: wiki
      domains: ["wiki.example"]
      routes:
        - match: { prefix: /.countersign/ }
          request_headers_to_remove: [x-forwarded-host]
          route: { cluster: countersign }
          typed_per_filter_config:
            envoy.filters.http.ext_authz:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute
              disabled: true
        - match: { prefix: / }
          route: { cluster: wiki }
`,
} as const

/** @param server host and port at which the proxy reaches this server */
export const createReverseProxyConfigurations = (
  host: string = exampleAddresses.host,
  server: string = exampleAddresses.server,
): { proxy: keyof typeof configurationTemplates; text: string }[] =>
  Object.entries(configurationTemplates).map(([proxy, text]) => ({
    proxy: proxy as keyof typeof configurationTemplates,
    text: replaceHostAndPort(text.replaceAll(exampleAddresses.server, server), host).replaceAll(
      exampleAddresses.host,
      host,
    ),
  }))

function replaceHostAndPort(text: string, host: string): string {
  const [, name = host, port] = /^(.+):([0-9]+)$/.exec(host) ?? []
  if (port === undefined) return text
  return text
    .replaceAll(`server_name ${exampleAddresses.host};`, `server_name ${name};`)
    .replaceAll(`Host(\`${exampleAddresses.host}\`)`, `Host(\`${name}\`)`)
    .replaceAll(`/${exampleAddresses.host}.`, `/${name}.`)
    .replaceAll('listen 443 ', `listen ${port} `)
    .replaceAll('bind :443 ', `bind :${port} `)
}
