/** The phone's own address book, where the browser can ask for one entry of it (Chrome on Android). */
type ContactsManager = {
  select: (
    properties: ('name' | 'tel')[],
    options: { multiple: false },
  ) => Promise<{ name?: string[]; tel?: string[] }[]>
}

function addressBook(): ContactsManager | undefined {
  return (navigator as Navigator & { contacts?: ContactsManager }).contacts
}

/** Whether she can choose somebody instead of typing. */
export function hasAddressBook(): boolean {
  return addressBook() !== undefined
}

/**
 * Lets her choose one entry in the phone's own screen; the app sees nothing else of the address book.
 *
 * @returns what that entry holds, or null when she chose none
 * @see https://www.w3.org/TR/contact-picker/
 */
export async function pickFromAddressBook(): Promise<{ nombre: string; telefono: string } | null> {
  try {
    const [chosen] = (await addressBook()?.select(['name', 'tel'], { multiple: false })) ?? []
    return chosen ? { nombre: chosen.name?.[0] ?? '', telefono: chosen.tel?.[0] ?? '' } : null
  } catch {
    return null
  }
}
