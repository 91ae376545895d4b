import java.util.Scanner;

/**
 * A program that plays Connect Four: it plays as near to the last disc as it can.
 *
 * <pre>quatre-play bot -- java Bot.java</pre>
 */
class Bot {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] words = in.nextLine().split(" ");
            String[] size = words[1].split("[:x]");
            int columns = Integer.parseInt(size[1]), rows = Integer.parseInt(size[2]);
            String moves = words.length > 2 ? words[2] : "";
            int[] heights = new int[columns];
            for (char m : moves.toCharArray()) heights[Character.digit(m, 16) - 1]++;
            int last = moves.isEmpty() ? columns / 2 : Character.digit(moves.charAt(moves.length() - 1), 16) - 1;
            int best = -1;
            for (int c = 0; c < columns; c++)
                if (heights[c] < rows && (best < 0 || Math.abs(c - last) < Math.abs(best - last))) best = c;
            System.out.println(Integer.toHexString(best + 1));
        }
    }
}
