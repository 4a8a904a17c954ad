import type { ApplicationPreset } from '../application-preset-types.ts'

export const springBoot: ApplicationPreset = {
  id: 'spring-boot',
  name: 'Spring Boot',
  category: 'libraries',
  description: 'Java applications, with Spring Security (Spring Boot 3.5 and 4).',
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
    idTokenAlgorithm:
      'Spring accepts no other algorithm unless configured in code, regardless of the discovery document.',
    backchannelLogoutUri: 'Requires `oidcLogout` in the code below; otherwise omit it.',
    postLogoutUris: 'The value of Spring’s `{baseUrl}`: without a trailing slash.',
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
      explanation: 'Sets `Authentication.getName()`.',
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
            client-id: "{client_id}"
            client-secret: "{client_secret}"
            scope: "{scopes_comma}"
        provider:
          countersign:
            issuer-uri: "{issuer}"
            user-name-attribute: sub`,
  },
  notes: [
    'For an application with a secret, Spring Security 6 sends a `nonce` and no PKCE; version 7 sends both. Countersign accepts either.',
    'Spring shows "Invalid credentials" for every error. `logging.level.org.springframework.security=DEBUG` logs the actual error.',
    'Spring Boot 4.1.2 also worked with these settings in a manual test.',
    '**Names**: `getName()` is the `sub`; `preferred_username`, `wallet` and `groups` are user attributes.',
  ],
  sections: [
    {
      title: 'Sign-out, and groups as authorities',
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
        'Countersign sends back-channel logouts to the registered address; if that address is on a private network, list the network in `COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS`.',
      ],
    },
    {
      title: 'As a resource server',
      parts: [
        'With only an issuer and audience configured, Spring rejects tokens of type `at+jwt`: "the given typ value needs to be one of [JWT]" in 4.1, "JOSE header typ (type) at+jwt not allowed" in 3.5. Give the resource plain tokens: `npx countersign resource change ADDRESS --token-type JWT`. In 4.1, a decoder built with `validateType(false)` and with `JwtValidators.createAtJwtValidator()` as its validator also works. The client’s request must name the resource; Spring needs a parameters converter for that.',
      ],
    },
  ],
  verification: { how: 'script' },
}
