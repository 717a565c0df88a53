const ROWS_OF_KEYS = `
  12345678901234567890 1234567890 123456789 12345678 1234567 123456 12345 1234
  0987654321 987654321 87654321 7654321 654321 54321 4321
  qwertyuiop qwertyui qwerty azertyuiop azerty asdfghjkl asdfgh asdf zxcvbnm zxcvbn
  1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4 1qaz2wsx qazwsxedc qazwsx zaq12wsx abcdefgh abcd`

const WORDS = `
  password passw0rd motdepasse passwort passphrase secret letmein changeme default
  welcome bienvenue bonjour hello login administrator admin master manager office
  iloveyou jetaime loveyou lovely love sunshine princesse princess angel flower
  football liverpool chelsea arsenal everton rangers celtic baseball marseille rugby
  superman batman spiderman starwars pokemon dragon monkey shadow ninja naruto
  computer internet google windows apple samsung whatever trustno access freedom
  michael jordan charlie thomas daniel jessica ashley jennifer george oliver nicolas
  summer winter spring autumn january october november december monday friday
  england london scotland wales cymru britain france paris chocolate cheese cookie
  test user guest demo temp soleil doudou loulou coucou chouchou`

const THIS_PRODUCT = 'postroom royalmail postage mailroom parcel letter stamp label post mail'

/** Words and keyboard rows that most guessed passwords are made of; of two that overlap, the longer comes first. */
export const COMMON_PARTS: readonly string[] = [ROWS_OF_KEYS, WORDS, THIS_PRODUCT].flatMap((list) =>
  list.trim().split(/\s+/),
)
