import type { Env } from '../env.ts'
import type { ViaName } from '../envio.ts'
import { openMail } from './correo.ts'
import { openPush } from './push.ts'
import { openSms } from './sms.ts'
import type { Via } from './via.ts'
import { openWhatsApp } from './whatsapp.ts'

/** The ways that the operator has set up. A new one is a file here and a line below. */
export function openVias(env: Env): Partial<Record<ViaName, Via>> {
  return { correo: openMail(env), push: openPush(env), sms: openSms(env), whatsapp: openWhatsApp(env) }
}
