import ts from 'typescript'
import { sqlChanges } from './sql-operators.ts'

/** A change of one node, before it is placed in a file. */
export type Change = { readonly operator: string; readonly after: string }

const SWAPPED: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
}

/** A number of this size is a duration or a length, which one more would hardly change. */
const LARGE = 1000

/** Every change that is tried on this node. */
export function changesOf(node: ts.Node, checker: ts.TypeChecker): readonly Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node, checker)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return isCondition(node) ? [] : [{ operator: 'negation dropped', after: node.operand.getText() }]
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ operator: 'boolean', after: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ operator: 'boolean', after: 'true' }]
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text)
    return [{ operator: 'number', after: String(value >= LARGE ? value * 2 : value + 1) }]
  }
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return []
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
    const sql = sqlChanges(node.getText()).map((after) => ({ operator: 'SQL', after }))
    return ts.isStringLiteralLike(node) && sql.length === 0 ? ofString(node, checker) : sql
  }
  return []
}

/** Changes that need the place of the node: conditions, statements and what is spread. */
export function changesOfPlace(node: ts.Node): readonly Change[] {
  const { parent } = node
  const text = node.getText()
  if (isCondition(node)) return isComparison(node) ? [] : [{ operator: 'condition negated', after: `!(${text})` }]
  if (ts.isExpressionStatement(parent) && isCall(node)) return [{ operator: 'statement removed', after: 'undefined' }]
  if (ts.isSpreadElement(parent)) return [{ operator: 'spread removed', after: '[]' }]
  if (ts.isSpreadAssignment(parent)) return [{ operator: 'spread removed', after: '{}' }]
  return []
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node
  return ts.isConditionalExpression(parent) && parent.condition === node
}

/** Its operator is changed, which negates it already. */
function isComparison(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && /^([!=]==|[<>]=?)$/.test(node.operatorToken.getText())
}

function isCall(node: ts.Node): boolean {
  const inner = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node
  return ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword
}

function ofBinary(node: ts.BinaryExpression, checker: ts.TypeChecker): readonly Change[] {
  const [left, right] = [node.left.getText(), node.right.getText()]
  const token = node.operatorToken.getText()
  if (token === '??') return [{ operator: '?? dropped', after: left }]
  if ((token === '+' || token === '-') && isText(node, checker)) return []
  return (SWAPPED[token] ?? []).map((swapped) => ({ operator: token, after: `${left} ${swapped} ${right}` }))
}

function isText(node: ts.Expression, checker: ts.TypeChecker): boolean {
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0
}

/** Another word of the union that is expected here; a plain text becomes another text where it is returned. */
function ofString(node: ts.StringLiteralLike, checker: ts.TypeChecker): readonly Change[] {
  const { parent } = node
  // Comparisons are changed by their operator; an expected type has no other word for a key.
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return []
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return []
  const expected = checker.getContextualType(node)
  if (expected === undefined) return []
  const words = (expected.isUnion() ? expected.types : [expected]).flatMap((type) =>
    type.isStringLiteral() ? [type.value] : [],
  )
  const place = words.indexOf(node.text)
  const next = words[(place + 1) % words.length]
  if (place >= 0 && next !== undefined && next !== node.text) return [{ operator: 'word', after: `'${next}'` }]
  if (words.length === 0 && ts.isReturnStatement(parent)) return [{ operator: 'returned text', after: `'mutated'` }]
  return []
}
