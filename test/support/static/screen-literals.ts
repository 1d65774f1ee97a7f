import ts from 'typescript'
import type { Sources } from './source-rules.ts'

/*
 * English that stands in a component. The words of a room stand in its text file, where a reader sees them together and
 * the check of the former phrases compares them.
 */

/** Attributes whose text a person reads or hears. */
const READ_ATTRIBUTES = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'text', 'action', 'data-tip'])

/** The name of the product is no wording. */
const PRODUCT = 'Lanekeeper'

/** Returns each English text of a component in an element or in a read attribute, as `path:line: text`. */
export function literalTexts(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      const isText = ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
      if (isText && isEnglish(node.text) && (ts.isJsxText(node) || isRead(node))) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart())
        found.push(`${path}:${line + 1}: ${node.text.replace(/\s+/g, ' ').trim()}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })
}

function isEnglish(text: string): boolean {
  return /[A-Za-z]{2}/.test(text.replace(PRODUCT, ''))
}

/** True for a text that becomes the value of a read attribute or a child of an element. */
function isRead(text: ts.Node): boolean {
  for (let node = text; ; node = node.parent) {
    const { parent } = node
    if (ts.isJsxAttribute(parent)) return READ_ATTRIBUTES.has(parent.name.getText())
    if (ts.isJsxExpression(parent)) {
      if (!ts.isJsxAttribute(parent.parent)) return true
      continue
    }
    if (ts.isConditionalExpression(parent) && parent.condition === node) return false
    if (!isPassedOn(parent)) return false
  }
}

/** Nodes whose value contains the text: a choice, a joined text or parentheses, but no comparison and no call. */
function isPassedOn(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const passing = [
      ts.SyntaxKind.PlusToken,
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ]
    return passing.includes(kind) || kind === ts.SyntaxKind.BarBarToken
  }
  return (
    ts.isConditionalExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isTemplateSpan(node)
  )
}
