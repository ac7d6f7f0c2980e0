import { messageOf } from '../api/errors.ts'

/** What to say of an error that a sign-in elsewhere came back with. */
export function retornoText({ code, description }: { code: string; description: string }): string {
  if (code === 'email_exists') return 'Esta dirección ya tiene cuenta: entra con tu contraseña.'
  return messageOf({ code, message: description })
}
