/** Browser families that keep the permission for a place somewhere else. */
export type Familia = 'safari-iphone' | 'chrome-android' | 'samsung' | 'firefox' | 'safari-mac' | 'chrome'

/** Which of them this is; the words browsers use of themselves overlap, so the order matters. */
export function familia(userAgent: string): Familia {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'safari-iphone'
  if (/SamsungBrowser/.test(userAgent)) return 'samsung'
  if (/Firefox/.test(userAgent)) return 'firefox'
  if (/Android/.test(userAgent)) return 'chrome-android'
  return /Safari/.test(userAgent) && !/Chrome|Chromium|Edg/.test(userAgent) ? 'safari-mac' : 'chrome'
}

const PASOS: Record<Familia, string[]> = {
  'safari-iphone': [
    'Abre Ajustes del iPhone, Privacidad y seguridad, Localización, y actívala.',
    'Ahí mismo, busca tu navegador y elige «Mientras se usa la app».',
    'Vuelve aquí, toca el botón de la izquierda de la dirección y, en Ajustes del sitio web, permite la ubicación.',
  ],
  'chrome-android': [
    'Toca el ícono a la izquierda de la dirección.',
    'Entra en Permisos, Ubicación, y elige Permitir.',
    'Si sigue bloqueada, activa la ubicación del teléfono y permítela para Chrome en Ajustes, Aplicaciones.',
  ],
  samsung: [
    'Toca el candado junto a la dirección y entra en Permisos.',
    'Permite la ubicación.',
    'Si sigue bloqueada, permítela para Internet de Samsung en Ajustes, Aplicaciones.',
  ],
  firefox: [
    'Toca el candado junto a la dirección.',
    'Quita el bloqueo de Ubicación y recarga la página.',
    'Cuando pregunte, elige Permitir.',
  ],
  'safari-mac': [
    'En el menú Safari abre Configuración para este sitio web y permite la ubicación.',
    'Si sigue bloqueada, abre Configuración del Sistema, Privacidad y seguridad, Localización, y actívala para Safari.',
  ],
  chrome: [
    'Haz clic en el ícono a la izquierda de la dirección.',
    'Activa Ubicación y recarga la página.',
    'Si sigue bloqueada, permite la ubicación para tu navegador en los ajustes del sistema.',
  ],
}

/** How a place that was blocked is allowed again in this browser, step by step. */
export function permissionPasos(userAgent: string): string[] {
  return PASOS[familia(userAgent)]
}
