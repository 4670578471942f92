import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of JSON as this example reads. Your program would use a library, as Java has none of its own. */
final class Json {
    /** A name or string, a bracket, or another value. */
    private static final Pattern TOKEN =
            Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"(\\s*:)?|[\\[{]|[\\]}]|[^\\s\\[\\]{},:\"]+");

    private Json() {}

    /** The outermost field of this name, which is a number or a string without escapes. */
    static String field(String json, String name) {
        Matcher token = TOKEN.matcher(json);
        String found = null;
        int depth = 0;
        int outermost = Integer.MAX_VALUE;
        while (token.find()) {
            String text = token.group();
            if (text.equals("{") || text.equals("[")) depth++;
            else if (text.equals("}") || text.equals("]")) depth--;
            else if (token.group(2) != null && name.equals(token.group(1)) && depth < outermost && token.find()) {
                outermost = depth;
                found = token.group(1) != null ? token.group(1) : token.group();
            }
        }
        if (found == null) throw new NoSuchElementException(name + " in " + json);
        return found;
    }
}
