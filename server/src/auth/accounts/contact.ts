import { ApiError } from '../../http/errors.ts'
import type { AuthContext } from '../context.ts'
import { normalizeEmail, validationFailed } from '../http.ts'
import { type MailKind, type MessageDetails, writeMail, writeSms } from '../links/mails.ts'
import type { Contact } from './accounts.ts'

/** Members of a request that name an account. */
export interface ContactInput {
  email?: string | null
  phone?: string | null
}

/** International number without the plus sign, as Supabase keeps it. Source: ITU-T E.164. */
const PHONE = /^[1-9]\d{6,14}$/

/**
 * @param both what to say of a request that names two
 * @param none what to say of a request that names nobody
 * @throws ApiError 400 `validation_failed`, `phone_provider_disabled`
 */
export function readContact(
  ctx: AuthContext,
  { email, phone }: ContactInput,
  both: string,
  none: string,
): Contact {
  if (email && phone) throw validationFailed(both)
  if (phone) return { channel: 'phone', address: readPhone(ctx, phone) }
  if (!email) throw validationFailed(none)
  return { channel: 'email', address: normalizeEmail(email) }
}

/** @throws ApiError 400 `phone_provider_disabled` where no accounts with a phone are taken, 400 `validation_failed` */
export function readPhone(ctx: AuthContext, phone: string): string {
  assertPhones(ctx)
  return phoneNumber(phone)
}

/** @throws ApiError 400 `validation_failed` */
export function phoneNumber(phone: string): string {
  const digits = phone.replace(/[\s+()-]/g, '')
  if (!PHONE.test(digits)) throw validationFailed('Invalid phone number format (E.164 required)')
  return digits
}

/**
 * For what an address of e-mail opens or begins.
 * @throws ApiError `email_provider_disabled` where the project takes no accounts by e-mail
 */
export function assertByEmail(
  { config }: Pick<AuthContext, 'config'>,
  { channel }: Pick<Contact, 'channel'>,
  status: number,
  message: string,
): void {
  if (channel === 'email' && config.project.auth.email.enableSignup === false)
    throw new ApiError(status, 'email_provider_disabled', message)
}

/** How the code for an address, or a telephone, is made: of a telephone for tests it is the project's own. */
export function codeRules(
  { config }: Pick<AuthContext, 'config'>,
  address: string,
): { address: string; digits: number; fixed?: string } {
  const { email, sms } = config.project.auth
  return { address, digits: email.otpLengthDigits, fixed: sms?.testCodes?.[address] }
}

/** @throws ApiError 400 `phone_provider_disabled` */
export function assertPhones(ctx: AuthContext): void {
  if (!takesPhones(ctx)) throw new ApiError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

/** Whether accounts with a telephone are taken: the project allows them and something sends the messages. */
export function takesPhones({ config, sms }: Pick<AuthContext, 'config' | 'sms'>): boolean {
  return sms !== undefined && config.project.auth.sms?.enableSignup === true
}

/** Sends one message to where the account is reached. */
export function deliver(
  ctx: AuthContext,
  { channel, address }: Contact,
  kind: MailKind,
  details: MessageDetails = {},
): void {
  if (channel === 'email') ctx.mailer.send(writeMail(ctx.config, kind, address, details))
  else if (ctx.config.project.auth.sms?.testCodes?.[address] === undefined)
    ctx.sms?.send({ to: address, text: writeSms(kind, details) })
}

/**
 * Counts one message of a kind.
 * @param requester who is known to want it, see `Limits.countMail`
 * @returns takes it back, for a request that fails afterwards
 * @throws ApiError 429 `over_email_send_rate_limit`, `over_sms_send_rate_limit`
 */
export function countMessage(
  ctx: AuthContext,
  kind: string,
  { channel, address }: Contact,
  requester?: string,
): Promise<() => Promise<void>> {
  return channel === 'email' ? ctx.limits.countMail(kind, address, requester) : ctx.limits.countSms(address)
}
