export type { Mail, Mailer } from '../core/mailer.ts'
