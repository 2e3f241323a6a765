import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;

/**
 * Calls a solver with boards, and prints each result as a line of JSON.
 *
 * <pre>
 * java CallSolver inspect TARGET
 * java CallSolver call TARGET SHAPE GOAL [BOARD]
 * </pre>
 *
 * TARGET is Class or Class.method. Boards are comma-separated numbers; without BOARD, they are read from the
 * standard input, one per line. A board is passed as the parameter's type: int[], int[][], String, List, or a
 * class with a constructor that takes one of these. Output of the solver itself goes to the standard error.
 */
public final class CallSolver {
    /** A reason why the solver cannot be called, as a message for the user. */
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1;

        Fault(String message) {
            super(message);
        }
    }

    /** Maximum length of a path: an iterator may be infinite. */
    private static final int MAX_ELEMENTS = 100_000;

    /** The types of boards, most likely first. */
    private static final List<Class<?>> FORMS = List.of(int[][].class, int[].class, String.class, List.class);

    private final Class<?> type;
    private final Constructor<?> constructor;
    private final Method method;

    private CallSolver(Class<?> type, Constructor<?> constructor, Method method) {
        this.type = type;
        this.constructor = constructor;
        this.method = method;
    }

    public static void main(String[] arguments) {
        PrintStream out = System.out;
        System.setOut(System.err);
        int code = 1;
        try {
            run(arguments, out);
            code = 0;
        } catch (Fault fault) {
            if (arguments[0].equals("inspect")) {
                out.println("{\"fault\":" + quoted(fault.getMessage()) + "}");
            }
            System.err.println(fault.getMessage());
        } catch (InvocationTargetException error) {
            error.getCause().printStackTrace();
        } catch (Throwable error) {
            error.printStackTrace();
        }
        out.flush();
        System.err.flush();
        // Do not wait for threads that the solver has left running.
        Runtime.getRuntime().halt(code);
    }

    private static void run(String[] arguments, PrintStream out) throws Exception {
        CallSolver solver = find(arguments[1]);
        if (arguments[0].equals("inspect")) {
            out.println("{\"call\":" + quoted(solver.inWords()) + "}");
            return;
        }
        int columns = Integer.parseInt(arguments[2].split("x")[1]);
        int[] goal = numbers(arguments[3]);
        List<String> boards = new ArrayList<>(Arrays.asList(arguments).subList(4, arguments.length));
        if (boards.isEmpty()) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            lines.lines().forEach(boards::add);
        }
        for (String board : boards) {
            out.println(solver.answer(numbers(board), goal, columns));
            out.flush();
        }
    }

    // Finding the solver.

    private static CallSolver find(String target) throws Fault {
        Class<?> type = load(target);
        String name = null;
        int dot = target.lastIndexOf('.');
        if (type == null && dot > 0) {
            type = load(target.substring(0, dot));
            name = target.substring(dot + 1);
        }
        if (type == null) {
            throw new Fault("no class " + target + " in the class path: compile it, or name its folder, e.g. --java bin:" + target);
        }
        Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
            .filter(CallSolver::takesBoards)
            .min(Comparator.comparingInt(CallSolver::rank))
            .orElse(null);
        boolean hasBoard = constructor != null && constructor.getParameterCount() > 0;
        Method method = method(type, name, constructor, hasBoard);
        if (method == null && name == null && hasBoard && getter(type, "solution") != null) {
            return new CallSolver(type, constructor, null);
        }
        if (method == null) {
            throw new Fault((name == null ? "class " + target + " has no method solve, and no constructor that takes a board"
                : "class " + type.getName() + " has no method " + name + " that takes a board") + "; it has: " + names(type));
        }
        if (method.getReturnType() == void.class) {
            throw new Fault("method " + method.getName() + " returns void: it must return its answer");
        }
        return new CallSolver(type, constructor, method);
    }

    private static Class<?> load(String name) throws Fault {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException | NoClassDefFoundError error) {
            return null;
        } catch (LinkageError error) {
            throw new Fault("class " + name + " cannot be loaded: " + error);
        }
    }

    /** Finds a method with this name, or `solve`, that takes a board, or nothing if the constructor takes it. */
    private static Method method(Class<?> type, String name, Constructor<?> constructor, boolean hasBoard) {
        String wanted = name == null ? "solve" : name;
        List<Method> all = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
        all.addAll(Arrays.asList(type.getMethods()));
        return all.stream()
            .filter(method -> method.getName().equals(wanted) && !method.isBridge())
            .filter(method -> Modifier.isStatic(method.getModifiers()) || constructor != null)
            .filter(method -> method.getParameterCount() > 0 ? takesBoards(method) : hasBoard)
            .min(Comparator.comparingInt(CallSolver::rank))
            .orElse(null);
    }

    private static boolean takesBoards(Executable executable) {
        return executable.getParameterCount() <= 2
            && Arrays.stream(executable.getParameterTypes()).allMatch(type -> form(type) != null);
    }

    /** Orders candidates: prefers those that take only a board, then the more likely types. */
    private static int rank(Executable executable) {
        Class<?>[] types = executable.getParameterTypes();
        if (types.length == 0) {
            return 90;
        }
        int form = FORMS.indexOf(types[0]);
        return types.length * 10 + (form < 0 ? 5 : form);
    }

    /** The basic type for a board of this type: itself, or the parameter of its constructor. */
    private static Class<?> form(Class<?> type) {
        if (FORMS.contains(type)) {
            return type;
        }
        Constructor<?> constructor = boardConstructor(type);
        return constructor == null ? null : constructor.getParameterTypes()[0];
    }

    private static Constructor<?> boardConstructor(Class<?> type) {
        return isOfTheLibrary(type) || type.isPrimitive() || type.isInterface() ? null
            : Arrays.stream(type.getDeclaredConstructors())
                .filter(one -> one.getParameterCount() == 1 && FORMS.contains(one.getParameterTypes()[0]))
                .min(Comparator.comparingInt(CallSolver::rank))
                .orElse(null);
    }

    private static Method getter(Class<?> type, String... names) {
        for (String name : names) {
            for (Method method : type.getMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    return method;
                }
            }
        }
        return null;
    }

    private static String names(Class<?> type) {
        String names = Arrays.stream(type.getDeclaredMethods())
            .filter(method -> !method.isSynthetic())
            .map(Method::getName)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names;
    }

    private String inWords() {
        boolean isStatic = method != null && Modifier.isStatic(method.getModifiers());
        String made = isStatic ? type.getSimpleName() : "new " + type.getSimpleName() + parameters(constructor);
        return method == null ? made + ", then isSolvable(), moves() and solution()"
            : made + "." + method.getName() + parameters(method);
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getParameterTypes())
            .map(type -> FORMS.contains(type) ? type.getSimpleName()
                : "new " + type.getSimpleName() + "(" + form(type).getSimpleName() + ")")
            .collect(Collectors.joining(", ", "(", ")"));
    }

    // Calling the solver.

    private static int[] numbers(String text) {
        return Arrays.stream(text.trim().split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private String answer(int[] board, int[] goal, int columns) throws Exception {
        if (method != null && Modifier.isStatic(method.getModifiers())) {
            return json(call(method, null, board, goal, columns));
        }
        Object solver = open(constructor).newInstance(arguments(constructor, board, goal, columns));
        if (method != null) {
            return json(call(method, solver, board, goal, columns));
        }
        Method isSolvable = getter(type, "isSolvable", "isSolveable", "solvable");
        if (isSolvable != null && Boolean.FALSE.equals(open(isSolvable).invoke(solver))) {
            return "{\"solvable\":false}";
        }
        Object path = open(getter(type, "solution")).invoke(solver);
        Method moves = getter(type, "moves");
        Object length = moves == null ? null : open(moves).invoke(solver);
        if (path == null) {
            return length instanceof Integer && (Integer) length >= 0 ? json(length) : "{\"solvable\":false}";
        }
        String end = length instanceof Integer ? ",\"length\":" + length + "}" : "}";
        return "{\"moves\":" + value(path, 0) + end;
    }

    private static Object call(Method method, Object on, int[] board, int[] goal, int columns) throws Exception {
        return open(method).invoke(on, arguments(method, board, goal, columns));
    }

    private static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }

    private static Object[] arguments(Executable executable, int[] board, int[] goal, int columns) throws Exception {
        Class<?>[] types = executable.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int place = 0; place < types.length; place++) {
            arguments[place] = argument(types[place], place == 0 ? board : goal, columns);
        }
        return arguments;
    }

    private static Object argument(Class<?> type, int[] board, int columns) throws Exception {
        if (type == int[].class) {
            return board.clone();
        }
        if (type == int[][].class) {
            int[][] rows = new int[board.length / columns][];
            Arrays.setAll(rows, row -> Arrays.copyOfRange(board, row * columns, (row + 1) * columns));
            return rows;
        }
        if (type == String.class) {
            String between = board.length <= 10 ? "" : ",";
            return Arrays.stream(board).mapToObj(String::valueOf).collect(Collectors.joining(between));
        }
        if (type == List.class) {
            return Arrays.stream(board).boxed().collect(Collectors.toList());
        }
        Constructor<?> constructor = boardConstructor(type);
        return open(constructor).newInstance(argument(constructor.getParameterTypes()[0], board, columns));
    }

    // Converting the result.

    private static String json(Object found) {
        Object answer = found instanceof Optional ? ((Optional<?>) found).orElse(null) : found;
        if (answer == null || Boolean.FALSE.equals(answer)) {
            return "{\"solvable\":false}";
        }
        if (answer instanceof Boolean) {
            return "{\"solvable\":true}";
        }
        if (answer instanceof Number) {
            double number = ((Number) answer).doubleValue();
            boolean isNone = number == -1 || Double.isInfinite(number);
            return isNone || answer.equals(Integer.MAX_VALUE) ? "{\"solvable\":false}" : "{\"length\":" + value(answer, 0) + "}";
        }
        if (answer instanceof CharSequence) {
            // For the goal, an empty path is the answer.
            boolean isEmpty = answer.toString().trim().isEmpty();
            return isEmpty ? "{\"moves\":[]}" : "{\"answer\":" + quoted(answer.toString()) + "}";
        }
        if (answer instanceof Map) {
            return value(answer, 0);
        }
        return "{\"moves\":" + value(answer, 0) + "}";
    }

    /** Formats a value as JSON. An object of an unknown class is a board if its text contains one. */
    private static String value(Object value, int depth) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Number || value instanceof Boolean) {
            double number = value instanceof Number ? ((Number) value).doubleValue() : 0;
            return Double.isNaN(number) || Double.isInfinite(number) ? "null" : value.toString();
        }
        if (value instanceof Enum) {
            return quoted(((Enum<?>) value).name());
        }
        if (depth > 6 || value instanceof CharSequence || value instanceof Character) {
            return quoted(value.toString());
        }
        if (value instanceof char[]) {
            return quoted(new String((char[]) value));
        }
        if (value instanceof Map) {
            return ((Map<?, ?>) value).entrySet().stream()
                .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + value(entry.getValue(), depth + 1))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value.getClass().isArray()) {
            List<String> parts = new ArrayList<>();
            for (int place = 0; place < Math.min(Array.getLength(value), MAX_ELEMENTS); place++) {
                parts.add(value(Array.get(value, place), depth + 1));
            }
            return parts.toString();
        }
        Iterator<?> iterator = value instanceof Iterable ? ((Iterable<?>) value).iterator()
            : value instanceof BaseStream ? ((BaseStream<?, ?>) value).iterator()
            : value instanceof Iterator ? (Iterator<?>) value : null;
        if (iterator != null) {
            List<String> parts = new ArrayList<>();
            while (iterator.hasNext() && parts.size() < MAX_ELEMENTS) {
                parts.add(value(iterator.next(), depth + 1));
            }
            return parts.toString();
        }
        if (isNode(value)) {
            return value(path(value), depth + 1);
        }
        String text = shown(value.toString());
        Object board = text.startsWith("[") ? null : member(value, BOARDS);
        return board == null || board == value ? text : value(board, depth + 1);
    }

    /** Whether it is a node of a search: its class has a parent of that class, which may be null. */
    private static boolean isNode(Object value) {
        return !isOfTheLibrary(value.getClass()) && Arrays.stream(value.getClass().getDeclaredFields())
            .anyMatch(field -> Arrays.asList(PARENTS).contains(field.getName()) && field.getType().isInstance(value));
    }

    private static final String[] PARENTS = {"parent", "previous", "prev"};
    private static final String[] BOARDS = {"state", "board", "tiles", "puzzle", "grid"};
    private static final String[] ACTIONS = {"action", "move", "direction"};

    /** The boards of a chain of nodes linked by their parents, from the first to the last, or else the actions. */
    private static List<Object> path(Object last) {
        List<Object> nodes = new ArrayList<>();
        for (Object node = last; node != null && nodes.size() <= MAX_ELEMENTS; node = member(node, PARENTS)) {
            nodes.add(0, node);
        }
        for (String[] names : List.of(BOARDS, ACTIONS)) {
            List<Object> parts = nodes.stream().map(node -> member(node, names)).filter(Objects::nonNull)
                .collect(Collectors.toList());
            // An action leads to each node but the first.
            boolean isWhole = parts.size() >= nodes.size() - (names == ACTIONS ? 1 : 0);
            boolean isReadable = names == ACTIONS || parts.stream().noneMatch(part -> value(part, 0).startsWith("\""))
                || parts.stream().allMatch(part -> part instanceof CharSequence);
            if (isWhole && isReadable) {
                return parts;
            }
        }
        return nodes.stream().map(Object::toString).collect(Collectors.toList());
    }

    /** The value of the first of these fields or getters, of a class outside the library. */
    private static Object member(Object value, String... names) {
        for (String name : names) {
            for (Class<?> type = value.getClass(); type != null && !isOfTheLibrary(type); type = type.getSuperclass()) {
                try {
                    return open(type.getDeclaredField(name)).get(value);
                } catch (ReflectiveOperationException | RuntimeException error) {
                    // A getter may exist.
                }
            }
            String getName = "get" + name.substring(0, 1).toUpperCase() + name.substring(1);
            Method getter = isOfTheLibrary(value.getClass()) ? null : getter(value.getClass(), name, getName);
            try {
                Object got = getter == null ? null : open(getter).invoke(value);
                if (got != null) {
                    return got;
                }
            } catch (ReflectiveOperationException | RuntimeException error) {
                // Another name may exist.
            }
        }
        return null;
    }

    private static boolean isOfTheLibrary(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    /** Formats the tiles of a displayed board, which may follow its dimension, as in the Princeton course. */
    private static String shown(String text) {
        String[] words = text.trim().split("[^0-9]+");
        List<String> numbers = Arrays.stream(words).filter(word -> !word.isEmpty()).collect(Collectors.toList());
        for (int before = 0; before <= 1 && numbers.size() > before; before++) {
            List<String> tiles = numbers.subList(before, numbers.size());
            boolean isBoard = tiles.size() >= 4;
            for (int tile = 0; tile < tiles.size() && isBoard; tile++) {
                isBoard = tiles.contains(String.valueOf(tile));
            }
            if (isBoard) {
                return tiles.toString();
            }
        }
        return quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
