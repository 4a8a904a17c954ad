// Probeanmeldungen: wie eine beginnt, und was die Anwendung dabei erfahren hätte.
import type { Chapters } from '../shape.ts'

export const adminTries: Chapters['adminTries'] = {
  title: (application) => `Probeanmeldung bei ${application}`,
  heading: 'Probeanmeldung',
  back: (application) => `Zu ${application}`,
  begin: {
    title: 'Ausprobieren',
    text: 'Melden Sie sich an, wie man sich dort anmeldet, und sehen Sie, was die Anwendung erfahren würde. Nichts davon erreicht sie. Was Sie ihr erlauben, wird behalten wie immer.',
    scopes: 'Wonach gefragt wird',
    submit: 'Probeanmeldung beginnen',
    busy: 'Es geht dorthin…',
    disabled: 'Sie ist abgeschaltet: niemand kann sich an ihr anmelden.',
    noBrowser: 'An ihr meldet sich niemand in diesem Browser an. Probieren Sie sie von der Anwendung aus.',
    unsaved: 'Ausprobiert wird, was gespeichert ist.',
  },
  waiting: {
    title: 'Sie ist noch nicht fertig.',
    text: 'Sobald Sie sich auf der anderen Seite angemeldet haben, steht hier, was daraus wurde. Ist jene Seite geschlossen, beginnen Sie eine neue Probeanmeldung.',
  },
  done: {
    title: 'Es geht: das würde die Anwendung erfahren.',
    text: 'Die Token selbst sind schon beendet, und dieser Browser hatte sie nie.',
  },
  refusals: {
    access_denied: {
      title: 'Die Anmeldung wurde abgelehnt.',
      text: 'Sie haben selbst abgelehnt, oder Sie gehören zu keiner Gruppe, die diese Anwendung einlässt.',
    },
    login_required: {
      title: 'Aus der Anmeldung wurde nichts.',
      text: 'Man hätte sich noch einmal anmelden müssen, und das ist nicht geschehen. Beginnen Sie eine neue Probeanmeldung.',
    },
    interaction_required: {
      title: 'Aus der Anmeldung wurde nichts.',
      text: 'Auf einer Seite hätte etwas gefragt werden müssen, und das ist nicht geschehen. Beginnen Sie eine neue Probeanmeldung.',
    },
    consent_required: {
      title: 'Nichts wurde erlaubt.',
      text: 'Man hätte Sie fragen müssen, was sie erfahren darf. Beginnen Sie eine neue Probeanmeldung.',
    },
    unmet_authentication_requirements: {
      title: 'Sie haben sich anders angemeldet, als sie verlangt.',
      text: 'Die Anwendung verlangt einen Weg der Anmeldung, der nicht benutzt wurde.',
    },
    invalid_request: {
      title: 'Die Anfrage war nicht in Ordnung.',
      text: 'Haben Sie die Anwendung inzwischen geändert? Dann beginnen Sie eine neue Probeanmeldung.',
    },
    invalid_scope: {
      title: 'Danach darf sie nicht fragen.',
      text: 'Wonach sie fragen darf, hat sich inzwischen geändert. Beginnen Sie eine neue Probeanmeldung.',
    },
    invalid_client: {
      title: 'Die Anwendung wird nicht eingelassen.',
      text: 'Sie wurde inzwischen abgeschaltet oder entfernt.',
    },
    unauthorized_client: {
      title: 'Die Anwendung wird nicht eingelassen.',
      text: 'Sie darf niemanden mehr in einem Browser anmelden.',
    },
    invalid_grant: {
      title: 'Der Code galt nicht mehr.',
      text: 'Er gilt eine Minute und ein einziges Mal. Beginnen Sie eine neue Probeanmeldung.',
    },
    server_error: {
      title: 'Auf diesem Server ist etwas fehlgeschlagen.',
      text: 'Das Protokoll des Servers sagt, was. Beginnen Sie eine neue Probeanmeldung.',
    },
    temporarily_unavailable: {
      title: 'Dieser Server konnte nicht antworten.',
      text: 'Beginnen Sie gleich eine neue Probeanmeldung.',
    },
  },
  otherRefusal: {
    title: 'Die Anmeldung wurde abgewiesen.',
    text: 'Die Anwendung würde den Fehler hierunter erfahren.',
  },
  told: 'Die Anwendung würde erfahren',
  facts: {
    title: 'Die Anfrage',
    application: 'Anwendung',
    asked: 'Gefragt hat sie nach',
    given: 'Bekommen hat sie',
    none: 'Nichts',
    expires: 'Aufbewahrt bis',
    expiresText: 'Nur für Sie, in diesem Browser.',
  },
  idToken: {
    title: 'ID-Token',
    text: 'Es sagt, wer sich angemeldet hat. Seine Unterschrift prüft die Anwendung mit den Schlüsseln dieses Servers.',
    header: 'Kopf',
    algorithm: 'Wie es unterschrieben ist.',
    key: 'Mit welchem Schlüssel.',
    type: 'Was es ist.',
  },
  userinfo: {
    title: 'UserInfo',
    text: 'Was die Anwendung mit dem Zugriffstoken über Sie liest.',
    failed: 'Es ließ sich nicht lesen.',
  },
  accessToken: {
    title: 'Zugriffstoken',
    text: (minutes) =>
      `Eine Reihe von Buchstaben, die selbst nichts sagt und ${minutes} gilt. Damit liest die Anwendung UserInfo. Dieses hier wurde sofort beendet.`,
  },
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  columns: { claim: 'Angabe', value: 'Wert' },
  copy: (what) => `Als JSON kopieren: ${what}`,
  empty: 'Eine leere Liste',
  claims: {
    iss: 'Dieser Server. Die Anwendung vergleicht es mit der Adresse, die ihr gegeben wurde.',
    sub: 'Wer Sie für diese Anwendung sind. Nur daran erkennt sie jemanden: alles andere kann sich ändern.',
    aud: 'Für welche Anwendung es gemacht ist. Eine, die hier eine andere ID findet, muss es ablehnen.',
    exp: 'Bis wann es gilt.',
    iat: 'Wann es gemacht wurde.',
    auth_time: 'Wann Sie sich hier angemeldet haben. Das kann lange vor der Frage der Anwendung sein.',
    nonce: 'Was die Anfrage mitgebracht hat, damit die Antwort auf eine andere Anfrage auffällt.',
    acr: 'Womit Sie sich angemeldet haben: urn:countersign:wallet oder urn:countersign:passkey.',
    amr: 'Wie das bewiesen wurde: pop durch einen Schlüssel, user, weil ein Mensch gefragt wurde, und so fort (RFC 8176).',
    at_hash: 'Bindet es an das Zugriffstoken, das mit ihm kam.',
    c_hash: 'Bindet es an den Code, der vor ihm kam.',
    s_hash: 'Bindet es an den state der Anfrage.',
    sid: 'Ihre Sitzung hier. Eine Abmeldung nennt sie.',
    jti: 'Seine eigene Nummer.',
    azp: 'Welcher Anwendung es gegeben wurde.',
    name: 'Ihr Anzeigename.',
    preferred_username:
      'Wie man Sie nennen darf: Ihr Benutzername, den nur Sie haben; oder, je nach Anwendung, Ihr Anzeigename, der nicht eindeutig ist.',
    picture: 'Die Adresse Ihres Bildes.',
    locale: 'Ihre Sprache.',
    updated_at: 'Wann Ihr Profil zuletzt geändert wurde.',
    wallet: 'Die Wallet, mit der Sie sich angemeldet haben, samt ihrer Chain (CAIP-10).',
    wallets: 'Alle Wallets, die ihr gezeigt werden.',
    wallet_name: 'Der Name, den die Wallet sich gegeben hat (ENS). Morgen kann ihn eine andere haben.',
    groups: 'Die IDs der Gruppen, zu denen Sie jetzt gehören.',
    proof:
      'Die Nachricht, die Sie unterschrieben haben, mit der Unterschrift, damit die Anwendung sie selbst prüfen kann.',
  },
  again: 'Neue Probeanmeldung',
}
