export type { Lane, Mail, Mailer } from '../core/mailer.ts'
