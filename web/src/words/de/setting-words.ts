// Wozu jede Einstellung da ist, und was sie sein darf; in den geschweiften Klammern steht, was der Server dazu sagt.
import type { AllowedCode, SettingName } from '@countersign/api/setting-words'

export const allowedWords: Readonly<Record<AllowedCode, string>> = {
  number: 'eine ganze Zahl von {min} bis {max}',
  port: 'ein Port von 1 bis 65535',
  one_of: 'eines von: {values}',
  some_of: '{values}, durch Kommas getrennt, jedes einmal, mindestens eines',
  any_of: '{values}, durch Kommas getrennt, jedes einmal; leer für keines',
  origin: 'ein https-Ursprung ohne Pfad, etwa https://sign-in.example, oder http auf localhost',
  host: 'eine IP-Adresse dieser Maschine, oder 0.0.0.0 oder :: für alle',
  database: 'sqlite:PFAD oder postgres://NUTZER:PASSWORT@HOST:PORT/NAME',
  replica: 'postgres://NUTZER:PASSWORT@HOST:PORT/NAME; leer für keine',
  path: 'der Pfad einer Datei',
  networks: 'IP-Adressen oder Netze (10.0.0.0/8), durch Kommas getrennt; leer für keine',
  hosts: 'Hostnamen (claude.ai, *.example.com), durch Kommas getrennt; * für alle; leer für keine',
  chains:
    'eine JSON-Liste von Chains, jede mit "id" und "rpc" (einer https-Adresse oder einer Liste davon), nach Wunsch auch mit {members} (siehe docs/guides/chains.md); leer für keine',
  chain_ids: 'Nummern von EVM-Chains ab 1, durch Kommas getrennt, jede einmal',
  mail_host: 'der Name oder die IP-Adresse eines Mailservers; leer für keinen',
  visible: 'bis zu {max} sichtbare Zeichen; leer für keine',
  characters: 'bis zu {max} Zeichen; leer für keine',
  mail_address: 'eine E-Mail-Adresse; leer, wo es keinen Mailserver gibt',
  witnesses:
    'eine Adresse (https://witness.example) und ein Schlüssel (NAME+ID+BASE64) mit einem Leerzeichen dazwischen, durch Kommas getrennt; leer für keine',
  domain: 'der Name einer Domain, etwa users.example; leer für keine',
}

export const settingAbouts: Readonly<Record<SettingName, string>> = {
  port: 'Der Port, auf dem der Server erreichbar ist.',
  origin:
    'Wo dieser Server zu erreichen ist. Jede Adresse und jede Nachricht wird daraus gemacht, nie aus einer Anfrage.',
  host: 'Die Adresse, auf der der Server erreichbar ist.',
  database: 'Wo alles aufbewahrt wird.',
  databaseReplica:
    'Eine Lesekopie dieser PostgreSQL (ein Standby, der ihr folgt), für Listen, Diagramme und Exporte der Verwaltung. Sie wird nur gelesen, wo sie alles hat, was vorher geschrieben wurde; was über einen Zugang entscheidet, wird dort nie gelesen.',
  keyFile:
    'Der eigene Schlüssel des Servers, beim ersten Start gemacht. Bewahren Sie ihn getrennt von Kopien der Datenbank auf; Instanzen mit derselben Datenbank teilen ihn.',
  spentFile:
    'Merkt sich die zuletzt verbrauchten Anmeldenachrichten, damit auffällt, wenn die Datenbank in der Zeit zurückgesprungen ist. Setzen Sie es, wo die Schlüsseldatei in einem Ordner liegt, in den nicht geschrieben werden kann.',
  trustedProxies: 'Reverse Proxys, deren Header X-Forwarded-For geglaubt wird.',
  outboundNetworks:
    'Private Netze, in denen Anwendungen von Abmeldungen erfahren und nach Schlüsseln und Logos gefragt werden dürfen, auch über einfaches http.',
  clientDocumentHosts:
    'Hosts, deren Anwendungen niemand registrieren muss: Ihre Client-ID ist dort die Adresse eines Dokuments, das sagt, was sie sind (Client-ID-Metadaten, wie MCP-Clients sie haben).',
  metricsNetworks: 'Wer die Messwerte unter /metrics lesen darf. Für alle anderen gibt es diese Seite nicht.',
  chains:
    'Chains, die dieser Server liest, damit Vertrags-Wallets sich anmelden können, Wallets ihre Namen haben und Gruppen dem folgen, was jemand hält.',
  namespaces:
    'Chain-Familien (CAIP-2-Namensräume), deren Wallets anmelden: Ethereum mit allen EVM-Chains, Solana, Bitcoin. Eine Familie, die fehlt, lässt ihre Wallets nicht mehr ein; wer keinen anderen Weg hat, braucht vorher einen.',
  solanaCluster: 'Der Solana-Cluster, den Nachrichten nennen. Ein Schlüssel ist auf allen dieselbe Identität.',
  bitcoinChain: 'Die Bitcoin-Chain, deren Adressen anmelden; die anderer Chains werden abgewiesen.',
  chainIds:
    'Chains, die eine Nachricht nennen darf. Ein einfacher Schlüssel ist auf allen dieselbe Identität; Wallets auf einer anderen wird die erste angeboten.',
  walletsOffered:
    'Wallets, die mit Namen und in dieser Reihenfolge angeboten werden, wenn jemand keine im Browser hat: Links in ihre Apps und dorthin, wo ihre Hersteller sie anbieten. Jeder führt zu einer Adresse des Herstellers, der davon erst erfährt, wenn jemand dem Link folgt.',
  passkeyFirst:
    'Ob jemand ohne Wallet mit einem Passkey beginnen darf. Das ist dann eine Person ohne Wallet, und Anwendungen erfahren keine. Wer viele Identitäten will, bekommt sie umsonst, wie mit Wallets.',
  witnesses:
    'Zeugen der Aktivität (C2SP tlog-witness), die jeden Prüfpunkt bekommen und mitzeichnen, wo die Aktivität nur gewachsen ist. Sie erfahren ihre Länge und ihre Wurzel, sonst nichts.',
  checkpointSeconds:
    'So lange nach dem letzten wird ein Prüfpunkt der Aktivität unterschrieben, wenn sie gewachsen ist.',
  smtpHost:
    'Der Mailserver, über den der Code kommt, der eine E-Mail-Adresse bestätigt. Ohne ihn wird nie eine Mail versandt.',
  smtpTls:
    'Wie Mails auf dem Weg zu diesem Server geschützt sind: erst im Klartext, dann zwingend verschlüsselt (starttls), vom ersten Byte an (implicit) oder gar nicht (none).',
  smtpPort: 'Der Port des Mailservers.',
  smtpUser: 'Der Name, mit dem sich dieser Server beim Mailserver ausweist.',
  smtpPassword: 'Das Passwort dazu. Es wird nirgends gezeigt.',
  smtpFrom: 'Die Adresse, von der Mails kommen.',
  aliasDomain:
    'Eine eigene Domain für erdachte E-Mail-Adressen, je Person und Anwendung eine, wo eine Anwendung darauf besteht. Dieser Server sendet und empfängt dort keine Mails; sorgen Sie dafür, dass es auch sonst niemand tut.',
  logLevel: 'Wie viel ins Protokoll des Servers geschrieben wird.',
  challengeLifeSeconds: 'Wie lange eine Nachricht darauf wartet, unterschrieben zu werden.',
  contractChallengeLifeSeconds:
    'Wie lange eine Nachricht wartet, die eine Vertrags-Wallet unterschreibt, deren Eigentümer vielleicht einer nach dem anderen zustimmen müssen.',
  clockToleranceSeconds:
    'Wie weit die Uhren der Instanzen auseinandergehen dürfen, wenn die Zeiten einer Nachricht geprüft werden.',
  messageBytes: 'Die längste Nachricht, die gelesen wird; jedes ihrer Zeichen ist ein Byte.',
  signatureBytes: 'Die längste Unterschrift, die gelesen wird, als hexadezimaler Text.',
  bodyBytes: 'Der größte Inhalt einer Anfrage.',
  sessionLifeSeconds: 'So lange nach ihrem Beginn endet eine Sitzung, ob benutzt oder nicht.',
  sessionIdleSeconds: 'Eine Sitzung endet, wenn sie so lange nicht benutzt wurde.',
  roleSessionLifeSeconds:
    'So lange nach ihrem Beginn endet die Sitzung von jemandem mit einer Rolle, wo das früher ist als für alle.',
  roleSessionIdleSeconds:
    'Die Sitzung von jemandem mit einer Rolle endet, wenn sie so lange nicht benutzt wurde, wo das früher ist als für alle.',
  stepUpFreshnessSeconds: 'Wie lange ein Nachweis für Heikles gilt, bevor ein neuer verlangt wird.',
  walletsPerPerson: 'Wie viele Wallets eine Person verknüpfen darf.',
  passkeysPerPerson: 'Wie viele Passkeys eine Person haben darf.',
  mergeOfferSeconds: 'Wie lange das Angebot, zwei Identitäten zusammenzulegen, auf eine Annahme wartet.',
  heldWalletSeconds:
    'Wie lange eine Vertrags-Wallet, die in andere Hände kam, darauf wartet, dass ein anderer Weg ihrer Person sie bestätigt. Danach wird sie getrennt.',
  mergeWaitSeconds:
    'Wie lange eine Zusammenlegung wartet, die die verschwindende Identität weder in einem ihr bekannten Browser noch mit einer zweiten Wallet bestätigt hat. Bis dahin kann jede ihrer Sitzungen sie ablehnen.',
  mergeUndoSeconds:
    'Wie lange sich die Zusammenlegung zweier Identitäten zurücknehmen lässt. So lange verlässt sie keine Wallet und kein Passkey.',
  pictureBytes: 'Das größte Bild, das eine Person senden darf; es wird neu geschrieben, kleiner.',
  picturesPerPersonPerMinute: 'Bilder, die eine Person in einer Minute senden darf.',
  exportsPerPersonPerMinute: 'Dateien ihrer Aktivität und ihrer Daten, die eine Person in einer Minute verlangen darf.',
  userNamesPerPerson: 'Nutzernamen, die eine Person insgesamt nehmen darf. Keiner wird je an jemand anderen vergeben.',
  userNameTriesPerPersonPerMinute: 'Nutzernamen, die eine Person in einer Minute erfragen oder nehmen darf.',
  userNameTriesPerNetworkPerMinute:
    'Nutzernamen, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute erfragen oder nehmen darf.',
  emailCodeLifeSeconds: 'Wie lange ein Code gilt, der an eine E-Mail-Adresse geschickt wurde.',
  emailCodeTries: 'Wie oft ein solcher Code versucht werden darf.',
  emailsPerDay:
    'Mails, die eine Person an einem Tag (UTC) verschicken lassen darf und die ein Postfach an ihm bekommt; die letzte eines Postfachs bleibt einem Browser vorbehalten, der seit einem Tag als der seiner Person bekannt ist.',
  emailCodesPerPersonPerMinute: 'Mails, die eine Person in einer Minute verschicken lassen darf.',
  emailTriesPerPersonPerMinute: 'Codes aus Mails, die eine Person in einer Minute versuchen darf.',
  emailCodesPerNetworkPerMinute:
    'Mails, die Personen eines Netzes (einer IPv4-Adresse, eines IPv6-/64) in einer Minute verschicken lassen dürfen.',
  emailCodesPerMinute: 'Mails, die in einer Minute insgesamt verschickt werden.',
  tokensPerPerson: 'Wie viele gültige Token der Verwaltung eine Person haben darf.',
  savedViewsPerPerson: 'Wie viele Ansichten von Listen eine Person in der Verwaltung speichern darf.',
  adminRefusalsPerNetworkPerMinute:
    'Aufrufe der Verwaltung, die einem Netz (einer IPv4-Adresse, einem IPv6-/64) in einer Minute mangels Berechtigung verweigert werden dürfen.',
  setupTriesPerNetworkPerMinute:
    'Codes für den ersten Eigentümer, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute versuchen darf.',
  challengesPerNetworkPerMinute:
    'Anmeldenachrichten, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute verlangen darf.',
  challengesPerMinute:
    'Anmeldenachrichten, die eine Instanz in einer Minute insgesamt ausgibt. Von keiner wird etwas gespeichert.',
  signUpsPerNetworkPerMinute:
    'Personen, die aus einem Netz (einer IPv4-Adresse, einem IPv6-/64) in einer Minute mit einem Passkey beginnen dürfen, wo das eingeschaltet ist.',
  signUpsPerMinute: 'Personen, die in einer Minute insgesamt mit einem Passkey beginnen dürfen.',
  contractChallengesPerNetworkPerMinute:
    'Anmeldenachrichten für Vertrags-Wallets, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute verlangen darf.',
  contractChallengesPerMinute:
    'Anmeldenachrichten für Vertrags-Wallets in einer Minute insgesamt; mit ihrer längeren Dauer begrenzt das, wie viele gespeichert sind.',
  contractProofsPerNetworkPerMinute:
    'Versuche eines Netzes (einer IPv4-Adresse, eines IPv6-/64) in einer Minute, für die eine Chain gelesen werden muss.',
  contractProofsPerMinute:
    'Versuche in einer Minute insgesamt, für die eine Chain gelesen werden muss; weitere werden abgewiesen, bevor ein Knoten gefragt wird.',
  chainReadSeconds: 'Wie lange es dauern darf, eine Chain zu lesen, über alle ihre Knoten.',
  chainAnswerBytes: 'Die längste Antwort eines Vertrags, die gelesen wird.',
  chainCallGas: 'Das Gas, das ein Vertrag für seine Antwort verbrauchen darf.',
  contractRecheckSeconds:
    'Wie oft eine Vertrags-Wallet gefragt wird, ob sie noch hinter dem Nachweis einer Sitzung steht.',
  contractUnreachableSeconds:
    'Die Sitzung einer Vertrags-Wallet endet, wenn ihre Chain so lange nicht gelesen werden konnte.',
  groupRecheckSeconds: 'Wie oft neu von der Chain gelesen wird, wer zu einer Gruppe gehört.',
  groupUnreachableSeconds: 'So lange gehört jemand weiter zu einer Gruppe, die seitdem nicht gelesen werden konnte.',
  walletNameSeconds: 'Wie oft der Name und das Bild einer Wallet (ENS) neu gelesen werden.',
  nameLookupsPerMinute:
    'Wie oft jede Instanz in einer Minute die erlaubten Server für Namen fragt (`nameGateways` einer Chain). Weitere Namen werden eine Stunde später gelesen.',
  signInsPerNetworkPerMinute:
    'Anmeldeversuche, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute machen darf.',
  signInsPerWalletPerMinute: 'Anmeldungen einer Wallet in einer Minute, und Versuche in ihrem Namen aus einem Netz.',
  signInsPerMinute: 'Anmeldeversuche in einer Minute insgesamt.',
  codeLifeSeconds: 'Wie lange eine Anwendung Zeit hat, einen Autorisierungscode einzutauschen.',
  protectedAddressCharacters:
    'Wie lang Pfad und Abfrage einer geschützten Seite (Forward Authentication) höchstens sein dürfen, zu der man nach der Anmeldung zurückkehrt. Mehr als die Vorgabe braucht größere Puffer für Kopfzeilen in den Proxys der Seite und dieses Servers.',
  accessTokenLifeSeconds: 'Wie lange ein Zugriffstoken (Access Token) gilt.',
  idTokenLifeSeconds: 'Wie lange ein ID-Token von sich sagt, dass es gilt.',
  refreshTokenLifeSeconds:
    'Wie lange ein Refresh Token gilt, das nicht benutzt wird; jede Benutzung lässt die Zeit neu beginnen. Keines überlebt seine Sitzung.',
  refreshTokenMaximumAgeSeconds:
    'Wie lange die Refresh Tokens einer Anmeldung insgesamt gelten, wie oft sie auch benutzt werden.',
  tokenRetrySeconds:
    'Wie lange ein rotiertes Refresh Token oder ein eingelöster Gerätecode beim erneuten Vorlegen dieselbe Antwort bekommt, höchstens dreimal. 0 schaltet das ab.',
  interactionLifeSeconds: 'Wie lange eine Anmeldung dauern darf, die eine Anwendung verlangt hat.',
  deviceCodeLifeSeconds: 'Wie lange der Code, den ein Gerät zeigt, bestätigt werden kann.',
  crossDeviceCodeSeconds: 'Wie lange ein Code geöffnet werden kann, mit dem ein anderes Gerät diesen Browser anmeldet.',
  crossDeviceSessionLifeSeconds:
    'So lange nach ihrem Beginn endet eine Sitzung, die ein anderes Gerät begonnen hat, wo das früher ist als für jede Sitzung.',
  crossDeviceHeld:
    'Browser, die eine Instanz mit einer offen gehaltenen Anfrage auf ein anderes Gerät warten lässt; wer danach kommt, fragt stattdessen alle zwei Sekunden.',
  signingKeyLifeSeconds: 'Wie lange ein Signaturschlüssel unterschreibt, bevor der nächste übernimmt.',
  signingKeyLeadSeconds:
    'Wie lange der nächste Signaturschlüssel veröffentlicht ist, bevor er unterschreibt, damit jede Anwendung ihn geholt hat.',
  logoBytes: 'Das größte Logo einer Anwendung.',
  outboundSeconds: 'Wie lange ein anderer Server für die Antwort auf eine Anfrage von diesem brauchen darf.',
  outboundBytes: 'Die größte Antwort eines anderen Servers, die gelesen wird.',
  clientDocumentSeconds:
    'Wie lange es dauern darf, das Dokument einer Anwendung zu lesen, die niemand registriert hat.',
  clientDocumentBytes: 'Das größte Dokument einer Anwendung, die niemand registriert hat.',
  clientDocumentsPerNetworkPerMinute:
    'Dokumente von Anwendungen, die niemand registriert hat, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) diesen Server in einer Minute lesen lassen darf.',
  clientDocumentsPerMinute:
    'Dokumente von Anwendungen, die niemand registriert hat, die in einer Minute insgesamt gelesen werden.',
  logoutAttempts:
    'Wie oft eine Anwendung von einer Abmeldung benachrichtigt wird, bevor es aufgegeben wird; die Pausen verdoppeln sich ab einer Sekunde.',
  requestsOfApplicationsPerNetworkPerMinute:
    'Anmeldungen für Anwendungen, die Browser und Geräte eines Netzes (einer IPv4-Adresse, eines IPv6-/64) in einer Minute beginnen dürfen.',
  requestsOfApplicationsPerMinute:
    'Anmeldungen für Anwendungen, die in einer Minute insgesamt beginnen dürfen; mit ihrer Dauer begrenzt das, wie viele gespeichert sind.',
  deviceCodesPerNetworkPerMinute:
    'Gerätecodes, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute versuchen darf.',
  deviceCodesPerMinute: 'Gerätecodes, die in einer Minute insgesamt versucht werden dürfen.',
  crossDeviceCodesPerNetworkPerMinute:
    'Codes für ein anderes Gerät, die ein Netz (eine IPv4-Adresse, ein IPv6-/64) in einer Minute verlangen und die es versuchen darf.',
  crossDeviceCodesPerMinute: 'Codes für ein anderes Gerät, die in einer Minute insgesamt verlangt werden dürfen.',
  refusedAttemptDays:
    'Wie lange das Protokoll behält, was eine Zeile über einen abgewiesenen Versuch sagt. Danach bleiben ihr Platz, ihre Zeit und ihr Hash, so dass die Chain weiter stimmt.',
  endedSessionDays:
    'Wie lange eine beendete Sitzung behalten wird, samt dem, womit sie begann. Was das Protokoll von ihr sagt, bleibt.',
  newBrowserDays:
    'Wie lange ein neuer Browser den anderen seiner Person gemeldet wird, während er eine Sitzung hat, bevor ihn eine Bestätigung dort auch ohne deren Wort bekannt macht.',
  browserDays:
    'Wie lange ein Browser, in dem sich jemand angemeldet hat, nach dem letzten Mal behalten wird. Sein eigenes Geheimnis behält er 400 Tage.',
  databaseConnections:
    'Wie viele Verbindungen zu PostgreSQL eine Instanz öffnet; die aller Instanzen müssen in dessen `max_connections` passen.',
  databaseWaitSeconds:
    'Wie lange eine Anfrage auf eine Verbindung zu PostgreSQL wartet, wenn alle vergeben sind oder eine erst entsteht, bevor sie mit 503 beantwortet wird.',
  databaseLockSeconds:
    'Wie lange eine Anweisung in PostgreSQL auf Zeilen wartet, die andere halten. Insgesamt darf sie zwei Sekunden länger dauern.',
  upgradeWaitSeconds:
    'Wie lange ein Start, der eine PostgreSQL-Datenbank aktualisieren muss, wartet, während eine andere Sitzung die Sperre dafür hält, bevor er mit Exit-Code 11 aufgibt.',
  shutdownSeconds: 'Wie lange ein Server, der angehalten wird, laufende Anfragen noch beenden lässt.',
}
