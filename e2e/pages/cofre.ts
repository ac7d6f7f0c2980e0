import { expect, type Page } from '@playwright/test'

/** Goes through the making of a code. @returns the twelve words */
export async function takeCode(page: Page, action: string): Promise<string[]> {
  const lines = page.getByRole('region', { name: 'Tu código' }).getByRole('listitem')
  await expect(lines).toHaveCount(12)
  const words = (await lines.allInnerTexts()).map((line) => line.replace(/^\d+\s*/, ''))
  await page.getByRole('button', { name: 'Ya las guardé' }).click()
  for (const field of await page.getByRole('textbox', { name: /^Palabra/ }).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels![0]!.innerText)
    await field.fill(words[Number(/\d+/.exec(label)![0]) - 1]!)
  }
  await page.getByRole('button', { name: action }).click()
  return words
}
