// Spring Boot with Spring Security's OAuth 2.0 client.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const springBoot: ApplicationPreset = {
  id: 'spring-boot',
  name: 'Spring Boot',
  description: 'Applications in Java, with Spring Security (3.5 and 4).',
  settingsLocation: 'application.yml',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/login/oauth2/code/countersign'],
    postLogoutUris: ['{address}'],
    backchannelLogoutUri: '{address}/logout/connect/back-channel/countersign',
    scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm: 'It accepts no other unless code says so, whatever the discovery document says.',
    backchannelLogoutUri: 'It needs `oidcLogout` in the code below; leave it out otherwise.',
    postLogoutUris: 'It is what `{baseUrl}` of Spring gives: without a slash.',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'spring.security.oauth2.client.registration.countersign.client-id', value: '{client_id}' },
    { name: 'spring.security.oauth2.client.registration.countersign.client-secret', value: '{client_secret}' },
    { name: 'spring.security.oauth2.client.registration.countersign.scope', value: '{scopes_comma}' },
    { name: 'spring.security.oauth2.client.provider.countersign.issuer-uri', value: '{issuer}' },
    {
      name: 'spring.security.oauth2.client.provider.countersign.user-name-attribute',
      value: 'sub',
      explanation: 'What `Authentication.getName()` is.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `spring:
  security:
    oauth2:
      client:
        registration:
          countersign:
            client-id: {client_id}
            client-secret: {client_secret}
            scope: {scopes_comma}
        provider:
          countersign:
            issuer-uri: {issuer}
            user-name-attribute: sub`,
  },
  notes: [
    'Spring Security 6 sends a `nonce` and no PKCE for an application with a secret; version 7 sends both. Countersign takes either.',
    '"Invalid credentials" is what Spring shows for every error. `logging.level.org.springframework.security=DEBUG` names the real one.',
    'Spring Boot 4.1.2 signed people in by the same settings when it was tried by hand.',
    '**Names**: `getName()` is the `sub`; `preferred_username`, `wallet` and `groups` are attributes of the user.',
  ],
  sections: [
    {
      title: 'Signing out, and groups as authorities',
      parts: [
        {
          language: 'java',
          text: `@Bean
SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
  var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
  signOut.setPostLogoutRedirectUri("{baseUrl}");
  return http
      .authorizeHttpRequests(requests -> requests
          .requestMatchers("/admin/**").hasAuthority("GROUP_admins")
          .anyRequest().authenticated())
      .oauth2Login(Customizer.withDefaults())
      .logout(logout -> logout.logoutSuccessHandler(signOut))
      .oidcLogout(logout -> logout.backChannel(Customizer.withDefaults()))
      .build();
}

@Bean
GrantedAuthoritiesMapper groups() {
  return authorities -> authorities.stream()
      .flatMap(authority -> authority instanceof OidcUserAuthority user && user.getUserInfo() != null
          ? Stream.concat(Stream.of(authority), groupsOf(user))
          : Stream.of(authority))
      .collect(Collectors.toSet());
}

static Stream<GrantedAuthority> groupsOf(OidcUserAuthority user) {
  var groups = user.getUserInfo().getClaimAsStringList("groups");
  return groups == null
      ? Stream.empty()
      : groups.stream().map(group -> new SimpleGrantedAuthority("GROUP_" + group));
}`,
        },
        'A back-channel logout reaches Spring at the address that is registered; in a private network that needs `COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS`.',
      ],
    },
    {
      title: 'As a resource server',
      parts: [
        'Spring takes no token of type `at+jwt` by issuer and audience alone: "the given typ value needs to be one of [JWT]" in 4.1, "JOSE header typ (type) at+jwt not allowed" in 3.5. Give the resource plain tokens: `npx countersign resource change ADDRESS --token-type JWT`. In 4.1 a decoder helps as well that is built with `validateType(false)` and has `JwtValidators.createAtJwtValidator()` as its validator. Name the resource in the request of the client; Spring needs a parameters converter for that.',
      ],
    },
  ],
  verification: { how: 'script' },
}
