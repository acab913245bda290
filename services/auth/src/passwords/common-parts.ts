// Parts of the most common passwords, in both keyboard layouts, lower case.
export const COMMON_PARTS: readonly string[] = `
  password passwort passw0rd p@ssw0rd parol пароль gfhjkm secret qwertyuiop qwerty qwert
  asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv йцукенгшщзхъ йцукен фывапролджэ фывапро фыва
  ячсмитьбю ячсмить 1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r 1q2w3e 1qaz2wsx3edc 1qaz2wsx qazwsxedc
  qazwsx q1w2e3r4t5 q1w2e3r4 zaq12wsx zaq1 !@#$%^&*() !@#$%^ !@#$ 1234567890 123456789
  12345678 1234567 123456 12345 1234 123 0987654321 987654321 87654321 7654321 654321 54321
  4321 321 admin administrator root user guest test админ администратор юзер letmein welcome
  login access changeme default hello привет ghbdtn iloveyou loveyou love любовь lublu люблю
  sunshine princess angel dragon monkey master superman batman football baseball michael
  natasha наташа marina марина sergey сергей andrey андрей abc kvartplata квартплата
  kommunalka коммуналка moskva москва russia россия
`
  .trim()
  .split(/\s+/);
